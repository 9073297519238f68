"""The content of a balance report as plain data in a language, without layout."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from m44core.balance_lab import verdict_words
from m44core.balance_lab.balance_results import BalanceResults
from m44core.balance_lab.decisive_factors import Factor, MedalPlaces, WinEffect, factor_label
from m44core.balance_lab.factor_words import MEDAL_SOURCES, medal_averages
from m44core.balance_lab.fun_measures import GameplayMeasures, fun_reference, measure_lines
from m44core.balance_lab.game_lengths import length_bars
from m44core.balance_lab.human_share import (
    calibration_sentence,
    human_share_models,
    human_share_sentence,
    unreliability_sentence,
)
from m44core.balance_lab.human_share_words import share_with_games_sentences
from m44core.balance_lab.logged_games import games_sentence
from m44core.balance_lab.scenario_errors import error_sentences
from m44core.balance_lab.verdict import Verdict
from m44core.balance_report.report_changes import further_results_content
from m44core.balance_report.report_labels import report_labels
from m44core.catalogue.catalogue_types import Side
from m44core.messages import nouns
from m44core.messages.message import (
    Message,
    Number,
    Renderer,
    Value,
    enumerated,
    label_with_text,
    message,
    message_in,
    one_decimal,
    percent,
    signed_points,
)
from m44core.model.credits import author_of
from m44core.publish.content.sheet_content import battle_facts, texts_for_language
from m44core.rules.game.side_names import SIDES
from m44core.rules.game_settings import format_settings
from m44core.version import __version__

_FACTORS = (6, 12)  # rows: so many also of those that may be chance, so many clear ones at most
_LOW_END = 0.02  # of a plot, so that marks at its ends are whole


def report_content(results: BalanceResults, renderer: Renderer) -> dict[str, object]:
    """Return the content of a report, without pictures.

    Positions on a bar or plot are numbers from 0 (its left end) to 1. A section without content is
    empty or None.
    """
    verdict, scenario = results.verdict, results.plan.scenario
    code, texts = renderer.language.code, texts_for_language(scenario, renderer.language.code)[1]
    title = scenario.title_in(code) or renderer.render(message("(no title)"))
    return {
        "language": code,
        "labels": report_labels(renderer),
        "title": title,
        "subtitle": (texts.subtitle or "").strip(),
        "facts": battle_facts(scenario, renderer),
        "author": author_of(scenario),
        "headline": renderer.sentence(verdict_words.verdict_headline(verdict)),
        "bar": _win_bar(verdict, renderer),
        "verdict": [renderer.sentence(each) for each in _verdict_sentences(verdict)],
        "people": [renderer.sentence(each) for each in _human_share_sentences(results)],
        "logged": " ".join(map(renderer.sentence, _logged_games_sentences(results))),
        "length": _length_content(verdict, renderer),
        "medals": _medals_content(results.factors.medals, renderer),
        "factors": _factors_content(results, renderer),
        "first_move": renderer.sentence(_first_move_sentence(results))
        if results.factors.first_move
        else "",
        "play": _gameplay_entries(results.gameplay, renderer) if results.gameplay else [],
        **further_results_content(results.further, renderer),
        "errors": [
            renderer.sentence(each) for each in error_sentences(results.errors, scenario.board)
        ],
        "unplayed": [
            renderer.sentence(e) for e in verdict_words.unplayed_rule_sentences(results.gaps)
        ],
        "measured": [
            {"name": renderer.sentence(name), "value": renderer.sentence(value)}
            for name, value in _measurement_entries(results)
        ],
        "sides": {side.lower(): renderer.render(SIDES[side]) for side in Side},
    }


def _verdict_sentences(verdict: Verdict) -> list[Message]:
    failed_sentence = verdict_words.failed_games_sentence(verdict)
    return [
        verdict_words.precision_sentence(verdict),
        verdict_words.games_sentence(verdict),
        *verdict_words.undecided_sentences(verdict),
        *([failed_sentence] if failed_sentence else ()),
    ]


def _win_bar(verdict: Verdict, renderer: Renderer) -> dict[str, object]:
    """Return the bar of wins: the Axis from the left, the Allies from the right."""
    allies = verdict.allies
    shares = {Side.AXIS: 1 - allies.mean, Side.ALLIES: allies.mean}
    alt = message(
        "Axis {axis}, Allies {allies}; 95% interval for the Allies: {low} to {high}",
        axis=percent(1 - allies.mean),
        allies=percent(allies.mean),
        low=round(100 * allies.low),
        high=round(100 * allies.high),
    )
    return {
        "known": allies.games > 0,
        "border": 1 - allies.mean,
        "low": 1 - allies.high,
        "high": 1 - allies.low,
        "shares": {side.lower(): renderer.render(percent(share)) for side, share in shares.items()},
        "alt": renderer.sentence(alt),
    }


def _human_share_sentences(results: BalanceResults) -> Iterator[Message]:
    if results.human_share is None:
        return
    side = verdict_words.headline_side(results.verdict.allies)
    yield human_share_sentence(results.human_share, side)
    levels = results.verdict.setup.levels
    model = human_share_models().get(levels.allies)
    if model is not None:
        yield calibration_sentence(model)
    if results.reliability_warnings:
        yield unreliability_sentence(results.reliability_warnings)


def _logged_games_sentences(results: BalanceResults) -> Iterator[Message]:
    if results.logged_games is not None:
        yield games_sentence(results.logged_games)
        yield from share_with_games_sentences(
            results.human_share, results.logged_games, results.verdict.allies
        )


def _length_content(verdict: Verdict, renderer: Renderer) -> dict[str, object] | None:
    if not verdict.records:
        return None
    bins = length_bars([record.turns for record in verdict.records])
    max_games = max(games for _, _, games in bins)
    return {
        "text": renderer.sentence(verdict_words.length_sentence(verdict)),
        "bars": [
            {
                "turns": renderer.render(_turns_of_bin(min_turns, max_turns)),
                "games": games,
                "height": games / max_games,
            }
            for min_turns, max_turns, games in bins
        ],
    }


def _turns_of_bin(min_turns: int, max_turns: int) -> Value:
    return (
        Number(min_turns)
        if min_turns == max_turns
        else message("{low} to {high}", low=min_turns, high=max_turns)
    )


def _medals_content(places: Sequence[MedalPlaces], renderer: Renderer) -> dict[str, object] | None:
    """Return the medals of each side by source; None if there are none."""
    averages = medal_averages(places)
    rows = [
        {
            "name": renderer.sentence(MEDAL_SOURCES[source]),
            **{side.lower(): _one_decimal(by_side[side], renderer) for side in Side},
        }
        for source, by_side in averages.items()
    ]
    totals = {side: sum(by_side[side] for by_side in averages.values()) for side in Side}
    if not rows:
        return None
    return {
        "rows": rows,
        "total": {side.lower(): _one_decimal(total, renderer) for side, total in totals.items()},
    }


def _one_decimal(number: float, renderer: Renderer) -> str:
    return renderer.render(one_decimal(number))


def _factors_content(results: BalanceResults, renderer: Renderer) -> list[dict[str, object]]:
    """Return the events that correlate with winning, the significant ones first."""
    min_factors, max_factors = _FACTORS
    significant = results.factors.significant[:max_factors]
    insignificant = [
        factor for factor in results.factors.factors if not factor.worth.is_significant
    ]
    by_evidence = sorted(insignificant, key=_evidence_strength, reverse=True)
    listed_factors = [*significant, *by_evidence[: max(0, min_factors - len(significant))]]
    largest_worth = max(
        (max(abs(f.worth.low), abs(f.worth.high)) for f in listed_factors), default=1.0
    )
    return [_factor_content(factor, results, largest_worth, renderer) for factor in listed_factors]


def _evidence_strength(factor: Factor) -> float:
    """Return the strength of evidence: the effect divided by the half-width of its interval."""
    effect = factor.worth
    return abs(effect.points) / max(effect.high - effect.points, 1e-9)


def _factor_content(
    factor: Factor, results: BalanceResults, largest_worth: float, renderer: Renderer
) -> dict[str, object]:
    effect = factor.worth
    side, points, low, high = effect.gain
    interval = message_in(
        "signed", "{low} to {high}", low=signed_points(low), high=signed_points(high)
    )
    return {
        "name": renderer.sentence(factor_label(factor, results.field)),
        "side": side.lower(),
        "helps": renderer.render(SIDES[side]),
        "points": renderer.render(signed_points(points)),
        "interval": renderer.render(interval),
        "games": renderer.render(_games_with_event(effect)),
        "is_clear": effect.is_significant,
        "plot": {
            name: 0.5 + (0.5 - _LOW_END) * value / largest_worth
            for name, value in (("at", effect.points), ("low", effect.low), ("high", effect.high))
        },
    }


def _first_move_sentence(results: BalanceResults) -> Message:
    effect = results.factors.first_move
    assert effect is not None, "each side moves first in some games"
    return message(
        "Moving first changes the Allied win rate by {points} points ({low} to {high}).",
        points=signed_points(effect.points),
        low=signed_points(effect.low),
        high=signed_points(effect.high),
    )


def _games_with_event(effect: WinEffect) -> Message:
    return message("{number} of {all}", number=effect.games_with, all=effect.games)


def _gameplay_entries(measures: GameplayMeasures, renderer: Renderer) -> list[dict[str, object]]:
    """Return the measures of play, each with its usual range."""
    reference = fun_reference()
    rows: list[dict[str, object]] = []
    for line in measure_lines(measures):
        show, spread = _SHOWN_VALUES.get(line.name, percent), reference[line.name]
        value = show(getattr(measures, line.name))
        low, high = sorted(
            (show(spread.lower_quartile), show(spread.upper_quartile)), key=_displayed_number
        )
        ends = sorted(map(_displayed_number, (show(spread.least), show(spread.most), value)))
        is_usual = (
            _displayed_number(low) <= _displayed_number(value) <= _displayed_number(high)
        )  # as far as the numbers show
        rows.append(
            {
                "text": renderer.sentence(line.text),
                "usual": renderer.render(
                    message("{low} to {high}", low=low, high=high) if low != high else low
                ),
                "hint": renderer.sentence(line.hint) if line.hint and not is_usual else "",
                "plot": {
                    name: _plot_position(_displayed_number(number), ends[0], ends[-1])
                    for name, number in (("at", value), ("low", low), ("high", high))
                },
            }
        )
    return rows


def _plot_position(number: float, least: float, most: float) -> float:
    """Return the position of a number, from 0 to 1, on a plot from *least* to *most*."""
    share = (number - least) / (most - least) if most > least else 0.5
    return _LOW_END + (1 - 2 * _LOW_END) * share


def _displayed_number(value: Value) -> float:
    """Return the number in a displayed measure."""
    match value:
        case Number(number, _):
            return number
        case Message(values={"number": int(number)}):
            return float(number)
    raise AssertionError(value)


_SHOWN_VALUES: Mapping[str, Callable[[float], Value]] = {
    "length": lambda value: Number(round(value)),
    "drama": lambda value: percent(0.5 - value),
    "lead_changes": one_decimal,
    "turns_decided": one_decimal,
}


def _measurement_entries(results: BalanceResults) -> Iterator[tuple[Message, Value]]:
    """Yield how the results were measured, as names and values."""
    verdict = results.verdict
    setup = verdict.setup
    yield message("Players"), enumerated(_player_names(results))
    yield (
        message("Levels"),
        message(
            "recruits move at random, sergeants look at the current turn, generals also rehearse "
            "the enemy's answer"
        ),
    )
    yield message("Games"), nouns.games(len(verdict.records))
    if verdict.adjusted.is_luck_subtracted:
        yield message("Luck"), _luck_text(verdict)
    settings = format_settings(results.plan.settings)
    yield (
        message("Settings"),
        enumerated(f"{name}={value}" for name, value in settings.items())
        if settings
        else message("standard rules"),
    )
    seeds = dict.fromkeys(record.seed for record in verdict.records)
    yield message("Random seeds"), enumerated(map(str, seeds))
    yield message("Program"), f"M44 Workshop {__version__} ({setup.engine})"
    yield message("Map fingerprint"), setup.fingerprint


def _player_names(results: BalanceResults) -> Iterator[Message]:
    levels = results.verdict.setup.levels
    yield from (
        label_with_text(SIDES[side], verdict_words.level_name(levels.of(side))) for side in Side
    )


def _luck_text(verdict: Verdict) -> Message:
    return message(
        "factored out (dice and card draws); each game counts as {factor}",
        factor=one_decimal(verdict.adjusted.factor),
    )
