"""The claims of an answer, line by line and sentence by sentence."""

import re
from collections.abc import Iterator

from app.agent.claims.claim import Claim, Hit
from app.agent.claims.english import hits_in_english
from app.agent.claims.english_states import is_claim_alone, states_in_english
from app.agent.claims.japanese import hits_in_japanese
from app.agent.claims.japanese_states import states_in_japanese
from app.agent.claims.plainly import put_plainly
from app.agent.prose import Prose, plain, prose_of, rows_in, unquoted_lines

# "Done! Your summary is in a.md" is one sentence.
_SENTENCE = re.compile(r"(?<!\b[Dd]one[.!])(?<!\b[Aa]ll set[.!])(?:(?<=[.!?])\s+|(?<=[。!?]))|\n")
_SHORT = 200
_ITEM = re.compile(r"\s*(?:[-*+•・]|\d+[.)])\s")
# What stands below such a line tells what a document says, not what was done.
_REPORT = re.compile(
    r"\b(?:summary|summari[sz]es|overview|key\s+points|highlights|contents?|says?|states?|reports?|shows?|describes?|"
    r"mentions?|lists?|according|history|log|timeline|changelog|title|abstract)\b"
    r"|要約|概要|要点|内容|まとめ|記載|履歴|ログ|あらまし|書かれて|タイトル|によると",
    re.IGNORECASE,
)

_DEEDS = re.compile(
    r"\bI\b|\b(?:changes|actions|steps|work)\s*(?:made|taken|done)?[:*\s]*$|変更点|変更内容|作業内容|実施", re.I
)


def claims_in(answer: str) -> list[Claim]:
    """What `answer` claims to have done in this turn; code, quotations and block quotes are not its claims."""
    lines = unquoted_lines(plain(answer))
    claims: list[Claim] = []
    told = False
    for number, line in enumerate(lines):
        below = _is_heading(line)
        told = _tells_of_a_document(line) if below else told and _goes_on(lines, number)
        found = [claim for prose in _sentences(line) for claim in _claims(prose, told and not below)]
        if found and below and not found[-1].rows:
            found[-1] = _with_list(found[-1], lines[number + 1 :])
        claims += found
    return claims or _claim_alone("\n".join(lines))


def _sentences(line: str) -> Iterator[Prose]:
    prose = prose_of(put_plainly(line))
    return (Prose(one.rstrip(), prose.names) for one in _SENTENCE.split(prose.text) if one.strip())


def _is_heading(line: str) -> bool:
    bare = line.strip().rstrip("*_ ")
    return bare.endswith(":") or bare.startswith("#")


def _tells_of_a_document(heading: str) -> bool:
    return bool(_REPORT.search(heading)) and not _DEEDS.search(heading)


def _goes_on(lines: list[str], number: int) -> bool:
    """Whether what a heading began still lasts: until a blank line that no list follows, past the first."""
    if lines[number].strip() and (number == 0 or lines[number - 1].strip() or _ITEM.match(lines[number])):
        return True
    above = next((line for line in reversed(lines[max(0, number - 3) : number]) if line.strip()), "")
    return not lines[number].strip() or _is_heading(above)


def _claims(prose: Prose, told: bool) -> Iterator[Claim]:
    states = [] if told else [*states_in_english(prose.text), *states_in_japanese(prose.text)]
    for hit in [*hits_in_english(prose.text, told), *states, *hits_in_japanese(prose.text, told)]:
        yield _claim(prose, hit)


def _claim_alone(answer: str) -> list[Claim]:
    if len(answer) > _SHORT or "\n" in answer.strip():
        return []
    prose = prose_of(answer.strip())
    return [_claim(prose, Hit("write", (0, len(prose.text)), 0))] if is_claim_alone(prose.text) else []


def _claim(prose: Prose, hit: Hit) -> Claim:
    rows = rows_in(prose.text, *hit.about)
    target = next((row for row in rows if row[0].start() >= hit.target), rows[-1] if rows else [])
    count = 0 if rows else hit.count
    return Claim(hit.kind, tuple(_names(prose, row) for row in rows), _names(prose, target), count)


def _names(prose: Prose, row: list[re.Match[str]]) -> tuple[str, ...]:
    return tuple(prose.named(mark[0]) for mark in row)


def _with_list(claim: Claim, below: list[str]) -> Claim:
    """The claim with the names of the list that follows it: "I created these files:"."""
    names: list[str] = []
    for line in below:
        if line.strip() and not _ITEM.match(line):
            break
        prose = prose_of(line)
        names += [prose.named(row[0][0]) for row in rows_in(prose.text, 0, len(prose.text))[:1]]
    return Claim(claim.kind, (tuple(names),), tuple(names)) if names else claim
