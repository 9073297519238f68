"""Scenarios with texts in two languages."""

from __future__ import annotations

from hypothesis import strategies as st

from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import Texts

RULES = "Axis player: take 4 command cards.\n\nThe bunker on E5 is empty.\nNight has fallen."
REGLES = "Axe : 4 cartes de commandement.\n\nLe bunker en E5 est vide.\nIl fait nuit."


def make_scenario(english: str = RULES, french: str | None = REGLES) -> Scenario:
    """Return a scenario with a title and rules in one or two languages."""
    texts = {"en": Texts(name="The mill", rules=english)}
    if french is not None:
        texts["fr"] = Texts(name="Le moulin", rules=french)
    return Scenario(texts=texts)


signs = st.characters(codec="utf-8")
odd_texts = st.text(
    st.one_of(signs, st.sampled_from(' \n\t"\\\u2028\x85\x1c\ufeff\u202e\u0301#~|'))
)
plain_texts = st.lists(st.sampled_from(["A", "B", "C", "D", "E"]), max_size=6).map("\n".join)
