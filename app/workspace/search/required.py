"""What every match of a regular expression holds, so that files without it need not be read."""

import re

from app.workspace.search.folding import folded

_TOKENS = re.compile(
    r"(?P<unsure>\\[pPNxuUgk]|\(\?[^:])"
    r"|(?P<odd>\\[A-Za-z0-9]|\[\^?\]?(?:\\.|\[:\^?\w+:\]|[^\]\\])*\]|\((?:\?:)?|[.^$)+])"
    r"|(?P<maybe>[*?]|\{[^}]*\})"
    r"|(?P<choice>\|)"
    r"|\\?(?P<itself>.)",
    re.DOTALL,
)


def required(expression: str) -> str:
    """A text that stands, folded, in every match of a regular expression; "" when none is plain to see.

    Only what stands outside of groups and classes is looked at.
    """
    runs, depth = [""], 0
    # Folded, nothing depends on case.
    for token in _TOKENS.finditer(expression.removeprefix("(?i)")):
        kind, text = token.lastgroup, token[0]
        if kind in ("unsure", "choice"):
            return ""
        depth += text.startswith("(") - (text == ")")
        if kind == "itself" and not depth:
            runs[-1] += token["itself"]
            continue
        runs[-1] = runs[-1][:-1] if kind == "maybe" else runs[-1]
        runs.append("")
    return max((folded(run) for run in runs), key=len)
