"""Why the system did not let a command read or write, in plain words where they are ours."""


def reason(error: OSError) -> str:
    """What went wrong, for the middle of a sentence."""
    match error:
        case FileNotFoundError():
            return "it does not exist"
        case IsADirectoryError():
            return "it is a folder"
        case PermissionError():
            return "the system does not allow it"
        case _:
            return error.strerror or str(error)
