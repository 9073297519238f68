"""Ratings of scenarios, in words and as values to filter by."""

from __future__ import annotations

from m44core.messages.message import Message, message, message_in, one_decimal, several
from m44core.site.site_settings import BEST_RATING, Rating

RATING_FACET = "rating"
_LIMITS = (9, 8, 7, 6)  # the lowest rating of each value but the last
RATING_VALUES = tuple(map(str, (*_LIMITS, 0)))
"""The values of the rating facet, the best first."""


def rating_in_words(rating: Rating) -> Message:
    """Return a rating: *8.2 out of 10 (12 votes)*."""
    value = one_decimal(rating.value)
    if not rating.votes:
        return message("{rating} out of {best}", rating=value, best=BEST_RATING)
    return several(
        "{rating} out of {best} ({number} vote)",
        "{rating} out of {best} ({number} votes)",
        rating.votes,
        rating=value,
        best=BEST_RATING,
    )


def rating_value(rating: Rating | None) -> str:
    """Return the value of the rating facet; "" if there is no rating."""
    if rating is None:
        return ""
    return str(next((limit for limit in _LIMITS if rating.value >= limit), 0))


def rating_label(value: str) -> Message:
    """Return the label of a value of the rating facet."""
    if value == "":
        return message_in("facet", "Not rated")
    if int(value) == 0:
        return message("Below {rating}", rating=_LIMITS[-1])
    if value == RATING_VALUES[0]:
        return message("{rating} or higher", rating=int(value))
    return message("{low} to {high}", low=int(value), high=one_decimal(int(value) + 0.9))
