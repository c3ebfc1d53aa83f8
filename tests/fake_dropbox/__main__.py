"""Serves a Dropbox until Ctrl-C, and says how to let tournamentd talk to it."""

import argparse
import threading
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.fake_dropbox.oauth import APP_KEY
from tests.fake_dropbox.server import FakeDropbox


def main() -> None:
    """Serve, and print what to put into the environment and the configuration."""
    parser = argparse.ArgumentParser(prog="python -m tests.fake_dropbox", description=__doc__)
    parser.add_argument("--directory", type=Path, help="where the certificate is put")
    asked = parser.parse_args()
    with TemporaryDirectory() as temporary:
        directory = asked.directory or Path(temporary)
        with FakeDropbox(directory) as fake, suppress(KeyboardInterrupt):
            print("In the terminal of tournamentd:")
            for name, value in fake.hosts.items():
                print(f"  export {name}={value}")
            print(f"  export TOURNAMENTD_DROPBOX_CA={fake.certificate}")
            print("In its configuration:")
            print('  [folder]\n  kind = "dropbox"\n  path = "/Bridge"')
            print(f'  [dropbox]\n  app_key = "{APP_KEY}"\n  token_file = "dropbox.token"')
            print(
                "The page that `tournamentd dropbox login` names shows the code at once; your "
                "browser will ask whether to trust it.\nCtrl-C ends it, and all is forgotten.",
                flush=True,
            )
            threading.Event().wait()


main()
