"""A small scenario with a bunker that nobody owns."""

from __future__ import annotations

SMALL_SCENARIO = """\
format: 1
board: {type: standard, face: country}
briefing:
  first: top
  top: {side: axis, cards: 4, medals: 4}
  bottom: {side: allies, cards: 4, medals: 4}
hexes:
  A9: {unit: german-infantry}
  C9: {unit: german-infantry}
  E9: {unit: german-infantry}
  G9: {unit: german-infantry}
  G5: {structure: bunker}
  A1: {unit: american-infantry}
  C1: {unit: american-infantry}
  E1: {unit: american-infantry}
  G1: {unit: american-infantry}
"""
