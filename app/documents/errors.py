"""The one error of the documents."""

DAMAGED = "file:unreadable:damaged"
ENCRYPTED = "file:unreadable:encrypted"


class DocumentError(Exception):
    """Why a document gave no text: `code` is `<stage>:<reason>`, `text` one plain sentence without the file's name.

    Codes are ENCRYPTED, DAMAGED, file:too_big, file:unreadable, tool:timeout and tool:cancelled.
    """

    def __init__(self, code: str, text: str) -> None:
        super().__init__(text)
        self.code = code
        self.text = text
