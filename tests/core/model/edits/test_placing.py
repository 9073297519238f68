"""Units, tags and labels, by example."""

from __future__ import annotations

from m44core.catalogue.types import Side
from m44core.hexes import Hex
from m44core.model import edits
from m44core.model.parts import Tag, Unit
from m44core.model.scenario import Scenario

HERE, OFF = Hex(12, 4), Hex(12, 5)
WITH_UNIT = edits.place_unit(Scenario(), Unit("inf2ger", extra={"future": 1}), [HERE])
WITH_TAGS = edits.add_tag(
    edits.add_tag(Scenario(), Tag("medal1"), [HERE]), Tag("tag4", side=Side.AXIS), [HERE]
)


def test_a_unit_takes_the_place_of_another() -> None:
    after = edits.place_unit(WITH_UNIT, Unit("tankus"), [HERE])
    assert [unit.name for _, unit in after.units()] == ["tankus"]


def test_half_hexes_hold_no_unit() -> None:
    assert edits.place_unit(WITH_UNIT, Unit("tankus"), [OFF]) is WITH_UNIT


def test_a_units_data_changes_and_the_rest_of_it_stays() -> None:
    after = edits.set_badge(edits.set_figures(WITH_UNIT, 3, [HERE]), "badge4", [HERE])
    assert after.at(HERE).unit == Unit("inf2ger", 3, "badge4", extra={"future": 1})


def test_setting_what_is_set_already_changes_nothing() -> None:
    assert edits.set_figures(WITH_UNIT, None, [HERE]) is WITH_UNIT


def test_no_unit_appears_where_none_was() -> None:
    assert edits.set_badge(WITH_UNIT, "badge4", [Hex(0, 0)]) is WITH_UNIT


def test_tags_pile_up_but_not_the_same_one_twice() -> None:
    assert [tag.name for _, _, tag in WITH_TAGS.tags()] == ["medal1", "tag4"]
    assert edits.add_tag(WITH_TAGS, Tag("medal1"), [HERE]) is WITH_TAGS


def test_a_tag_is_changed_and_removed_by_its_number() -> None:
    changed = edits.change_tag(WITH_TAGS, HERE, 1, Tag("tag5"))
    assert [tag.name for _, _, tag in changed.tags()] == ["medal1", "tag5"]
    removed = edits.remove_tag(changed, HERE, 0)
    assert [tag.name for _, _, tag in removed.tags()] == ["tag5"]


def test_there_is_no_tag_of_a_wrong_number() -> None:
    assert edits.remove_tag(WITH_TAGS, HERE, 2) is WITH_TAGS
    assert edits.change_tag(WITH_TAGS, HERE, -1, Tag("tag5")) is WITH_TAGS


def test_a_label_of_empty_lines_is_no_label() -> None:
    labelled = edits.set_label(Scenario(), HERE, ("  Hill", "317"))
    assert labelled.labels == {HERE: ("  Hill", "317")}
    assert edits.set_label(labelled, HERE, ("",)).labels == {}
