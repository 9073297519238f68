"""Writing a catalogue over the one a translator may be working on."""

from __future__ import annotations

from dataclasses import replace

from m44core.translate.exchange.catalogue import Catalogue, Entry


def updated(new: Catalogue, old: Catalogue) -> Catalogue:
    """Return a catalogue as it is to be written over an old one.

    What a translator changed there and nobody has taken over stays, with the translator's notes;
    where its source is gone by now it stays among what is kept.
    """
    before = {entry.key: entry for entry in old.entries}
    entries = tuple(_updated(entry, before.get(entry.key)) for entry in new.entries)
    have = {entry.key for entry in entries}
    gone = tuple(entry for entry in old.entries if entry.is_pending and entry.key not in have)
    known = {(entry.field, entry.source, entry.target) for entry in (*new.kept, *gone)}
    others = (e for e in old.kept if (e.field, e.source, e.target) not in known)
    return replace(new, entries=entries, kept=(*new.kept, *gone, *others))


def _updated(entry: Entry, old: Entry | None) -> Entry:
    if old is None:
        return entry
    if not old.is_pending:
        return replace(entry, comment=old.comment)
    pending = replace(old, notes=entry.notes, line=0)
    return entry if (old.target, old.state) == (entry.target, entry.state) else pending
