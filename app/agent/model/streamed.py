"""What has come of a reply that may be asked for again: nothing of it is shown twice."""


class Streamed:
    """The pieces of a text that is streaming, kept in case it never ends.

    `broken` is what an earlier try at the same text has brought onto the screen.
    """

    def __init__(self) -> None:
        self._pieces: list[str] = []
        self.broken = ""

    @property
    def text(self) -> str:
        """The text as far as it has arrived."""
        newest = "".join(self._pieces)
        return self.broken if self.broken.startswith(newest) else newest

    def begin(self, text: str = "") -> None:
        """Begins anew, with `text`; nothing of another is on the screen."""
        self._pieces, self.broken = [text], ""

    def end(self, text: str) -> None:
        """The text has come to its end, as `text`."""
        self._pieces = [text]

    def break_off(self) -> None:
        """Sets aside what came of a text that broke off and is asked for again."""
        self.broken, self._pieces = self.text, []

    def new_of(self, piece: str) -> tuple[str, bool]:
        """Takes in a piece: what of it is not on the screen yet, and whether it differs from what is."""
        self._pieces.append(piece)
        if not self.broken:
            return piece, False
        whole = "".join(self._pieces)
        if self.broken.startswith(whole):
            return "", False
        rest = whole.removeprefix(self.broken)
        self.broken = ""
        return rest, len(rest) == len(whole)
