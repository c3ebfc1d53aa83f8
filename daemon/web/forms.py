"""What a form sent, read with limits: its size, its time, its number of fields."""

import asyncio
from collections.abc import Mapping
from urllib.parse import parse_qsl

from starlette.requests import ClientDisconnect, Request

_SECONDS = 10.0
_MOST_FIELDS = 60
_TYPE = "application/x-www-form-urlencoded"


class FormError(Exception):
    """It cannot be read; the message says why."""


async def read_form(request: Request) -> Mapping[str, str]:
    """The fields of a form, without those that are left empty. Raises FormError."""
    if request.headers.get("content-type", "").partition(";")[0].strip().casefold() != _TYPE:
        raise FormError("This is not a form of this page.")
    try:
        async with asyncio.timeout(_SECONDS):
            body = await request.body()
    except TimeoutError as error:
        raise FormError("The form did not come in whole: send it again.") from error
    except ClientDisconnect as error:
        raise FormError("The connection was closed.") from error
    try:
        fields = parse_qsl(
            body.decode("ascii"),
            keep_blank_values=True,
            strict_parsing=bool(body),
            errors="strict",
            max_num_fields=_MOST_FIELDS,
        )
    except ValueError as error:
        raise FormError("The form cannot be read: load the page again.") from error
    return {name: value.replace("\r\n", "\n") for name, value in fields if value.strip()}
