"""Which sentences stand for a text: LexRank for weight, MMR against saying a thing twice.

Erkan and Radev, LexRank (2004); Carbonell and Goldstein, MMR (1998). Terms are words
for Latin script and character bigrams for Chinese and Japanese, which write no blanks.
"""

import math
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from app.embedded.summary.prose import Placed, body_of

MOST_WEIGHED = 300
"""Comparing is quadratic: 300 sentences take about a third of a second."""

_WORD = re.compile(r"[A-Za-zÀ-ɏ][A-Za-zÀ-ɏ'-]+|\d[\d.,]*")
_WIDE_RUN = re.compile(r"[\u3040-\u30ff\u3400-\u9fffー]+")
_KANA_ONLY = re.compile(r"^[\u3040-\u309f]+$")
_COMMON = re.compile(
    r"a|about|after|all|also|an|and|any|are|as|at|be|because|been|before|being|but|by|can|could|did|do|does|"
    r"each|for|from|had|has|have|he|her|his|how|if|in|into|is|it|its|may|more|most|no|not|of|on|one|only|or|"
    r"other|our|out|over|she|should|so|some|such|than|that|the|their|them|then|there|these|they|this|those|to|"
    r"two|up|was|we|were|what|when|where|which|while|who|will|with|would|you|your"
)
# A sentence that leans on the one before it reads badly alone.
_LEANING = re.compile(
    r"^(?:this|that|these|those|it|its|they|their|he|she|his|her|such|each of|here|there|however|therefore|thus|hence|"
    r"so|but|and|or|yet|also|moreover|furthermore|then|for example|for instance|instead|what has not)\b"
    r"|^(?:これ|それ|この|その|こう|そう|しかし|また|さらに|ところが|したがって|そのため|例えば|たとえば|だが|ただし|一方"
    r"|次に|すなわち|つまり|なお|そして)|のである。$|のためである。$",
    re.I,
)
_DAMPING, _STEPS = 0.85, 40
_NOVELTY = 0.4


@dataclass(frozen=True, slots=True)
class Summary:
    """Sentences of a text in its order; `weighed` of the `found` sentences were looked at."""

    sentences: tuple[str, ...]
    weighed: int
    found: int


def summary_of(text: str, count: int = 0) -> Summary:
    """`count` sentences of `text`, three to five for 0, or all when there are no more; none when it has none."""
    body = body_of(text)
    weighed = _leads_first(body)
    if len(weighed) <= (count or 3):
        return Summary(tuple(one.text for one in weighed), len(weighed), len(body))
    bags = [_terms(one.text) for one in weighed]
    alike = _similarities(bags)
    scores = [score * _fitness(one) for one, score in zip(weighed, _centrality(alike), strict=True)]
    chosen = _picked(scores, alike, count or _length(len(weighed)))
    return Summary(tuple(weighed[index].text for index in sorted(chosen)), len(weighed), len(body))


def _length(sentences: int) -> int:
    return 3 if sentences < 10 else 4 if sentences < 25 else 5


def _leads_first(body: Sequence[Placed]) -> list[Placed]:
    """At most `MOST_WEIGHED` sentences: the first of every section, then the second, and so on."""
    order = sorted(range(len(body)), key=lambda index: (body[index].place, index))
    return [body[index] for index in sorted(order[:MOST_WEIGHED])]


def _terms(sentence: str) -> Counter[str]:
    words = [word.lower() for word in _WORD.findall(sentence)]
    pairs = [run[at : at + 2] for run in _WIDE_RUN.findall(sentence) for at in range(max(1, len(run) - 1))]
    told = [word for word in words if not _COMMON.fullmatch(word)]
    return Counter(told + [pair for pair in pairs if not _KANA_ONLY.match(pair)])


def _similarities(bags: Sequence[Counter[str]]) -> list[list[float]]:
    """The cosine of every pair of sentences, terms weighted by how rare they are."""
    spread = Counter(term for bag in bags for term in bag)
    rarity = {term: math.log(1 + len(bags) / count) for term, count in spread.items()}
    vectors = [{term: count * rarity[term] for term, count in bag.items()} for bag in bags]
    norms = [math.sqrt(sum(weight * weight for weight in vector.values())) or 1.0 for vector in vectors]
    table = [[0.0] * len(bags) for _ in bags]
    for row, one in enumerate(vectors):
        for column in range(row):
            other = vectors[column]
            shared = sum(one[term] * other[term] for term in one.keys() & other.keys())
            table[row][column] = table[column][row] = shared / (norms[row] * norms[column])
    return table


def _centrality(alike: Sequence[Sequence[float]]) -> list[float]:
    """PageRank over the similarities; the scores sum to one."""
    count = len(alike)
    sums = [sum(row) for row in alike]
    scores = [1 / count] * count
    for _ in range(_STEPS):
        shares = [score / total if total else 0.0 for score, total in zip(scores, sums, strict=True)]
        scores = [
            (1 - _DAMPING) / count + _DAMPING * sum(share * link for share, link in zip(shares, row, strict=True))
            for row in alike
        ]
    return scores


def _fitness(one: Placed) -> float:
    """How well a sentence stands alone: leads do, leaning, overlong and very short ones do not."""
    wide = len(_WIDE_RUN.findall(one.text)) > 2
    length = len(one.text) / (2.2 if wide else 5.5)
    fitness = 1.35 if one.place == 0 else 1.1 if one.place == 1 else 1.0
    fitness *= 1.15 if one.section <= 1 else 1.0
    fitness *= 0.55 if _LEANING.search(one.text) else 1.0
    return fitness * (0.6 if length > 45 or length < 8 else 1.0)


def _picked(scores: Sequence[float], alike: Sequence[Sequence[float]], count: int) -> list[int]:
    """Indexes of `count` sentences: each the best left, less what is said already."""
    top = max(scores)
    chosen: list[int] = []
    left = set(range(len(scores)))
    while left and len(chosen) < count:
        best = max(left, key=lambda index: (_worth(index, scores, alike, chosen, top), -index))
        chosen.append(best)
        left.discard(best)
    return chosen


def _worth(
    index: int,
    scores: Sequence[float],
    alike: Sequence[Sequence[float]],
    chosen: Sequence[int],
    top: float,
) -> float:
    said = max((alike[index][other] for other in chosen), default=0.0)
    return scores[index] / top - _NOVELTY * said * 2


def about_in(text: str, question: str, most: int) -> tuple[str, ...]:
    """At most `most` sentences of `text` that share the rarest terms with `question`; none when none shares any."""
    asked = _terms(question)
    body = [(index, one.text, _terms(one.text)) for index, one in enumerate(body_of(text))]
    spread = Counter(term for _, _, bag in body for term in bag)
    scored = [(sum(1 / spread[term] for term in asked.keys() & bag.keys()), index, told) for index, told, bag in body]
    best = sorted((score, -index, told) for score, index, told in scored if score)[-most:]
    return tuple(told for _, _, told in sorted(best, key=lambda one: -one[1]))
