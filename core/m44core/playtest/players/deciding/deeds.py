"""Why units do what they do instead of battling, in words."""

from __future__ import annotations

from m44core.messages.message import Message, message
from m44core.rules.game.actions import Breach, LayBridge, LaySmoke, Recover, Resupply, Seal


def of_resupply(action: Resupply) -> Message:
    """Why it gives figures away (E-RESUP-01)."""
    return message("The unit on {hex} has no battle, and lacks figures.", hex=action.end)


def of_recover(action: Recover) -> Message:
    """Why it rests (TH-HOSP-02)."""
    return message("The figures lost on {hex} are worth a rest.", hex=action.hex)


def of_seal(action: Seal) -> Message:
    """Why it seals a cave (TH-CAVE-05)."""
    return message("A sealed cave on {hex} lets no enemy through.", hex=action.hex)


def of_bridge(action: LayBridge) -> Message:
    """Why it lays its bridge (E-HOB-02)."""
    return message("A bridge on {hex} opens the way over the river.", hex=action.end)


def of_breach(action: Breach) -> Message:
    """Why it brings a bunker down (E-HOB-08)."""
    return message("Without its bunker {hex} shelters nobody.", hex=action.end)


def of_smoke(action: LaySmoke) -> Message:
    """Why it fires smoke (E-NEBEL-05)."""
    return message("Smoke on {hex} shields those who are most in danger.", hex=action.end)
