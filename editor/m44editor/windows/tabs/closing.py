"""Closing tabs and windows: what is not saved is asked about, and nothing is lost without."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from m44editor.answers import Answer
from m44editor.documents.sheet import Sheet
from m44editor.windows.tabs.closed import closed_tabs

if TYPE_CHECKING:
    from m44editor.windows.files import FileController


def may_close(files: FileController) -> bool:
    """Tell whether all tabs of a window may go: they are saved, kept, or not wanted."""
    return _may_go(files, files.sheets, keeps=files.keeps())


def _may_go(files: FileController, sheets: Iterable[Sheet], *, keeps: bool = False) -> bool:
    files.settle()
    asked = [sheet for sheet in sheets if sheet.modified and not _is_given_up(sheet)]
    if not asked:
        return True
    if len(asked) == 1:
        files.sheets.show(asked[0])
    match files.dialogs.may_lose([sheet.name for sheet in asked], keeps=keeps):
        case Answer.SAVE:
            return all(_save(files, sheet) for sheet in asked)
        case Answer.DISCARD:
            for sheet in asked:
                _give_up(files, sheet)
            return True
        case answer:
            return answer is Answer.KEEP


def close_sheet(files: FileController, sheet: Sheet) -> bool:
    """Close a tab, after asking if need be; the window goes with its last one."""
    if not may_close_sheet(files, sheet):
        return False
    place, last = files.sheets.place(sheet), len(files.sheets) == 1
    files.sheets.close(sheet)
    closed_tabs().keep(sheet, place)
    if last and files.window is not None:
        files.window.close()
    return True


def close_sheets(files: FileController, sheets: Sequence[Sheet]) -> bool:
    """Close some of the tabs, after asking once about all of them that are not saved."""
    if not _may_go(files, sheets):
        return False
    for sheet in sheets:
        place = files.sheets.place(sheet)
        files.sheets.close(sheet)
        closed_tabs().keep(sheet, place)
    return True


def may_close_sheet(files: FileController, sheet: Sheet) -> bool:
    """Tell whether one tab may go; what the user is asked about is shown."""
    files.settle()
    if not sheet.modified:
        return True
    files.sheets.show(sheet)
    match files.dialogs.may_lose([sheet.name]):
        case Answer.SAVE:
            return _save(files, sheet)
        case answer:
            if answer is Answer.DISCARD:
                _give_up(files, sheet)
            return answer is Answer.DISCARD


def _save(files: FileController, sheet: Sheet) -> bool:
    return files.sheets.show(sheet) and files.save()


def _give_up(files: FileController, sheet: Sheet) -> None:
    if sheet.waiting is None or files.sheets.wake(sheet):
        sheet.given_up = sheet.scenario


def _is_given_up(sheet: Sheet) -> bool:
    return sheet.waiting is None and not sheet.unsaved


def forget_all(files: FileController) -> None:
    """Let go of the tabs of a closed window; while others are open, they can be opened again."""
    stays = any(files.others())
    for place, sheet in enumerate(files.sheets):
        if stays and sheet.waiting is None:
            closed_tabs().keep(sheet, place)
        else:
            sheet.discard()


def quit_all(first: FileController) -> bool:
    """Close all windows, after asking once what is to become of what is not saved in each."""
    from m44editor.windows.tabs.record import record

    windows = [first, *first.others()]
    record().ending = True
    if not all(files.may_close() for files in windows):
        record().ending = False
        for sheet in (sheet for files in windows for sheet in files.sheets):
            sheet.given_up = None
        return False
    record().settle()
    for files in windows:
        files.settled = True
        if files.window is not None:
            files.window.close()
    return True
