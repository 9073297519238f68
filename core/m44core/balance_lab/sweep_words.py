"""A sweep in plain words, the same in the editor and on the command line."""

from __future__ import annotations

from collections.abc import Mapping

from m44core.balance_lab.record_games import failed_games_message
from m44core.balance_lab.scenario_errors import error_count_sentences
from m44core.balance_lab.sweep import SweepResult, SweepStage, TestedChange
from m44core.balance_lab.sweep_changes import joined_sentences
from m44core.balance_lab.verdict_words import human_play_reminder
from m44core.messages import nouns
from m44core.messages.message import Message, message, percent, several, signed_points

_MAX_LISTED_CHANGES = 5  # of a search that was stopped

STAGES: Mapping[SweepStage, Message] = {
    SweepStage.BASE: message("Playing the scenario as it is"),
    SweepStage.CHECK: message("Checking the changes to try"),
    SweepStage.RACE: message("Testing single changes"),
    SweepStage.PAIRS: message("Testing pairs of changes"),
    SweepStage.FRESH: message("Playing fresh games with the best changes"),
    SweepStage.DONE: message("Done"),
}
"""The label of each stage of a sweep."""


def progress_text(result: SweepResult) -> Message:
    """Return the current stage of a sweep, and its numbers of played and planned games."""
    return message(
        "{stage}: {played} of about {planned}",
        stage=STAGES[result.stage],
        played=result.played,
        planned=nouns.games(result.planned),
    )


def change_text(change: TestedChange) -> Message:
    """Return a description of the change, in one or two sentences."""
    return joined_sentences(change.sentences)


def effect_text(change: TestedChange) -> Message:
    """Return the effect of a change: the Allied win rate with it, and the difference."""
    share, effect = change.share, change.effect
    return message(
        "The Allies then win {share} ({low} to {high}), a difference of {points} points "
        "({least} to {most}).",
        share=percent(share.mean),
        low=round(100 * share.low),
        high=round(100 * share.high),
        points=signed_points(effect.mean),
        least=signed_points(effect.low),
        most=signed_points(effect.high),
    )


def suggestion_text(change: TestedChange) -> Message:
    """Return a suggested change with its effect."""
    return message("{change} {effect}", change=change_text(change), effect=effect_text(change))


def sweep_lines(result: SweepResult) -> list[Message]:
    """Return everything about a sweep that is over, the most important first."""
    return [*base_balance_lines(result), *_suggestion_lines(result), *sweep_remarks(result)]


def base_balance_lines(result: SweepResult) -> list[Message]:
    """Return the Allied win rate in the unchanged scenario, and whether it is the target."""
    if result.base is None:
        return [message("Not enough games for a result yet")]
    lines = [
        message(
            "The scenario as it is: the Allies win {share} ({low} to {high}).",
            share=percent(result.base.mean),
            low=round(100 * result.base.low),
            high=round(100 * result.base.high),
        )
    ]
    if result.is_on_target:
        lines.append(
            message(
                "That is within {points} points of {aim}, so no changes were tried.",
                points=round(100 * result.tolerance),
                aim=percent(result.aim or 0.0),
            )
        )
    return lines


def _suggestion_lines(result: SweepResult) -> list[Message]:
    if result.is_on_target:
        return []
    if not result.is_over:
        return _unfinished_lines(result)
    reaching_changes = [each for each in result.suggestions if result.reaches_aim(each.share)]
    others = [each for each in result.suggestions if each not in reaching_changes]
    suggestions: list[Message] = []
    if reaching_changes:
        suggestions.append(
            several(
                "{number} change brings the Allied win rate to about {aim}:",
                "{number} changes bring the Allied win rate to about {aim}, the smallest first:",
                len(reaching_changes),
                aim=percent(result.aim or 0.0),
            )
        )
        suggestions += map(suggestion_text, reaching_changes)
    if others:
        suggestions += [
            _suggestions_heading(result, is_only=not reaching_changes),
            *map(suggestion_text, others),
        ]
    return [*suggestions, *text_notes(result)]


def _unfinished_lines(result: SweepResult) -> list[Message]:
    """Return the best changes of a sweep that was stopped; empty if none was tried."""
    most_games = max((each.share.games for each in result.tried), default=0)
    best = [each for each in result.tried if 2 * each.share.games >= most_games]
    if not best:
        return []
    heading = message(
        "The search was stopped. The best changes so far, which look better than they are because "
        "the best of {number} were selected:",
        number=len(result.tried),
    )
    return [heading, *map(suggestion_text, best[:_MAX_LISTED_CHANGES])]


def text_notes(result: SweepResult) -> list[Message]:
    """Return the advice to change the text too; empty unless a suggestion makes the text wrong."""
    if not any(each.text_problems for each in result.suggestions):
        return []
    return [message("If the scenario's text states the old number, change it too.")]


def _suggestions_heading(result: SweepResult, *, is_only: bool) -> Message:
    if result.aim is None:
        return message("The changes with the largest effect:")
    if is_only:
        return message(
            "No change tried brings the Allied win rate to {aim}. The closest:",
            aim=percent(result.aim),
        )
    return message("These miss the target:")


def sweep_remarks(result: SweepResult) -> list[Message]:
    """Return how the result was obtained, and what to keep in mind."""
    remarks = []
    if result.suggestions:
        games = max(each.share.games for each in result.suggestions)
        remarks.append(
            message(
                "Each change was tested in {games} that were not used to select it. With 95% "
                "confidence, all of these intervals contain the true values.",
                games=nouns.games(games),
            )
        )
    if result.invalid:
        remarks.append(
            several(
                "{number} change was left out because it would make the scenario invalid.",
                "{number} changes were left out because they would make the scenario invalid.",
                result.invalid,
            )
        )
    if result.same:
        remarks.append(
            several(
                "{number} change was left out because the scenario plays the same with it.",
                "{number} changes were left out because the scenario plays the same with them.",
                result.same,
            )
        )
    remarks += error_count_sentences(result.errors)
    if result.failed_games:
        remarks.append(failed_games_message(result.failed_games))
    return [*remarks, human_play_reminder()]
