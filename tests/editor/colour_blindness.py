"""Colors as seen with one kind of cone missing, or all (Machado, Oliveira, Fernandes 2009)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from operator import mul

Sight = Sequence[Sequence[float]]

SIGHTS: Mapping[str, Sight] = {
    "no green": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "no red": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "no blue": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
    "no colour": ((0.2126, 0.7152, 0.0722),) * 3,
}


def simulated_colour(colour: str, sight: Sight) -> str:
    """Return a color as seen with the color blindness *sight*."""
    light = [_linear_value(int(colour[i : i + 2], 16) / 255) for i in (1, 3, 5)]
    channels = (sum(map(mul, light, shares)) for shares in sight)
    return "#" + "".join(
        f"{round(255 * _gamma_encoded_value(min(1, max(0, part)))):02x}" for part in channels
    )


def _linear_value(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4


def _gamma_encoded_value(part: float) -> float:
    return float(12.92 * part if part <= 0.0031308 else 1.055 * part ** (1 / 2.4) - 0.055)
