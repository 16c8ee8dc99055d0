"""How the body of an answer begins, before anybody reads it."""

import codecs
from collections.abc import AsyncIterator

import httpx2


async def first_bytes(response: httpx2.Response) -> bytes:
    """The first bytes of a body that was not read yet, without blanks before them; they are read again with the rest.

    b"" for an empty body.
    """
    stream = response.stream
    assert isinstance(stream, httpx2.AsyncByteStream)
    pieces, begun = aiter(stream), b""
    while not (text := begun.removeprefix(codecs.BOM_UTF8).lstrip()):
        if (piece := await anext(pieces, None)) is None:
            break
        begun += piece
    response.stream = _Begun(begun, pieces, stream)
    return text


class _Begun(httpx2.AsyncByteStream):
    """A body of which `begun` was read, and `rest` was not."""

    def __init__(self, begun: bytes, rest: AsyncIterator[bytes], whole: httpx2.AsyncByteStream) -> None:
        self._begun = begun
        self._rest = rest
        self._whole = whole

    async def __aiter__(self) -> AsyncIterator[bytes]:
        yield self._begun
        async for piece in self._rest:
            yield piece

    async def aclose(self) -> None:
        await self._whole.aclose()
