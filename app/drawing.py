"""Drawing of Vega-Lite charts, in a process of its own: `python -m app.drawing` reads them from standard input.

The library holds Python's one lock while it draws, which would stand still a page with all who are on it.
"""

import base64
import json
import subprocess
import sys
from collections.abc import Sequence
from errno import EIO
from typing import Any, Literal

Form = Literal["svg", "png"]
Spec = dict[str, Any]

_SECONDS = 60
_SHARP = 2.0


def drawn(wanted: Sequence[tuple[Spec, Form]]) -> list[bytes]:
    """Each chart in its form; a PNG has two dots a pixel. Raises OSError where none can be drawn."""
    command = [sys.executable, "-I", "-m", "app.drawing"]
    try:
        done = subprocess.run(
            command, cwd="/", input=json.dumps(wanted).encode(), capture_output=True, timeout=_SECONDS, check=True
        )
    except subprocess.SubprocessError as error:
        raise OSError(EIO, f"the charts could not be drawn: {error}") from error
    return [base64.b64decode(picture) for picture in json.loads(done.stdout)]


def main() -> None:
    """Writes the charts that it reads, each as Base64 in a list."""
    pictures = [_picture(spec, form) for spec, form in json.load(sys.stdin)]
    json.dump([base64.b64encode(picture).decode() for picture in pictures], sys.stdout)


def _picture(spec: Spec, form: Form) -> bytes:
    import vl_convert  # Large, and of use in this process alone.

    # Nothing is fetched, whatever a chart names.
    if form == "png":
        return vl_convert.vegalite_to_png(spec, scale=_SHARP, allowed_base_urls=[])
    return vl_convert.vegalite_to_svg(spec, allowed_base_urls=[]).encode()


if __name__ == "__main__":
    main()
