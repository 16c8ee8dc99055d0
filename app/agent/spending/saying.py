"""What is said of a limit: that it is near, that it is reached, and what the person is asked then."""

from app.agent.spending.allowed import Most, Scope, Use
from app.language import Language
from app.ledger import Account, Unit
from app.phrases import phrase

_ONE: dict[Scope, str] = {"turn": "scope_turn", "conversation": "scope_conversation", "day": "scope_day"}
_WHOLE: dict[Scope, str] = {"turn": "whole_turn", "conversation": "whole_conversation", "day": "whole_day"}
_UNITS: dict[Unit, str] = {"tokens": "unit_tokens", "cost": "unit_cost"}
_TURN_WAYS: dict[Unit, str] = {"tokens": "way_turn_tokens", "cost": "way_turn_cost"}


def near_said(use: Use, asks: bool, language: Language) -> str:
    """How much of a limit is used, and what happens there."""
    then = "near_asks" if asks else "near_answers" if use.limit.scope == "turn" else "near_refuses"
    return phrase("limit_near", language, **_amounts(use, language), then=phrase(then, language))


def reached_said(use: Use, is_begun: bool, account: Account | None, language: Language) -> str:
    """That a limit stands against more, and the way on; `is_begun` says that the model has been asked in this turn."""
    unit = use.limit.unit
    return phrase(
        "limit_reached" if is_begun else "limit_used_up",
        language,
        used=_number(unit, use.used),
        most=_number(unit, use.most),
        unit=phrase(_UNITS[unit], language),
        scope=phrase(_ONE[use.limit.scope], language),
        way=_way(use.limit, account, language),
    )


def paused_said(use: Use, language: Language) -> str:
    """That a reading in parts pauses at a limit of the turn."""
    return phrase("way_parts", language, most=_amount(use.limit.unit, use.most, language), setting=use.limit.setting)


def title(limit: Most, language: Language) -> str:
    """What the person is asked to allow."""
    unit, whole = phrase(_UNITS[limit.unit], language), phrase(_WHOLE[limit.scope], language)
    return phrase("more_title", language, unit=unit, whole=whole)


def question(use: Use, is_begun: bool, language: Language) -> str:
    """What was used, and what going on means."""
    return phrase(
        "more_asked",
        language,
        **_amounts(use, language),
        whole=phrase(_WHOLE[use.limit.scope], language),
        raised=_amount(use.limit.unit, use.raised().most, language),
        otherwise=phrase("else_answer" if is_begun else "else_nothing", language),
    )


def decided(use: Use, language: Language) -> str:
    """What holds after the person's answer, of which `use` is told."""
    whole, most = phrase(_WHOLE[use.limit.scope], language), _amount(use.limit.unit, use.most, language)
    return phrase("more_decided", language, whole=whole, most=most)


def _amounts(use: Use, language: Language) -> dict[str, str]:
    unit = use.limit.unit
    return {
        "used": _number(unit, use.used),
        "most": _amount(unit, use.most, language),
        "scope": phrase(_ONE[use.limit.scope], language),
    }


def _amount(unit: Unit, amount: float, language: Language) -> str:
    number = _number(unit, amount)
    return phrase("tokens_counted", language, number=number) if unit == "tokens" else number


def _number(unit: Unit, amount: float) -> str:
    if unit == "tokens":
        return f"{amount:,.0f}"
    # To the hundredth of a cent below a dollar, without noughts that say nothing.
    whole, _, cents = f"{amount:,.4f}".partition(".")
    return f"${whole}.{cents[:2]}{cents[2:].rstrip('0')}" if amount < 1 else f"${amount:,.2f}"


def _way(limit: Most, account: Account | None, language: Language) -> str:
    if limit.scope == "turn":
        return phrase(_TURN_WAYS[limit.unit], language, setting=limit.setting)
    if limit.scope == "conversation":
        return phrase("way_conversation", language, setting=limit.setting)
    minutes = int(account.until_midnight().total_seconds() // 60) if account else 0
    return phrase("way_day", language, setting=limit.setting, hours=minutes // 60, minutes=minutes % 60)
