"""Pure edits: each returns another scenario, or the very same one where nothing changes.

Nothing is ever put on a hex that the board does not have.
"""

from m44core.model.edits.allowances import allow, disallow
from m44core.model.edits.areas import area, ellipse, line, ring, same_kind, same_side, same_terrain
from m44core.model.edits.briefing import (
    TEXT_FIELDS,
    remove_language,
    set_briefing,
    set_packs,
    set_player,
    set_text,
    set_texts,
    swap_players,
)
from m44core.model.edits.contents import with_parts_of, without_parts
from m44core.model.edits.converting import change_board, change_face, new_scenario
from m44core.model.edits.erasing import Reach, erase_reach
from m44core.model.edits.losses import Conversion, Lost, LostKind
from m44core.model.edits.moving import (
    Clip,
    Parts,
    copy,
    duplicate,
    duplicate_all,
    move,
    move_all,
    move_tag,
    paste,
)
from m44core.model.edits.painting import (
    clear,
    erase,
    paint,
    set_orientation,
    set_piece_behavior,
    set_piece_owner,
)
from m44core.model.edits.placing import (
    add_tag,
    change_tag,
    place_unit,
    remove_tag,
    set_badge,
    set_equipment,
    set_figures,
    set_label,
    set_unit_behavior,
)
from m44core.model.edits.sides import enemy_name, enemy_unit, swap_sides, swap_unit_sides
from m44core.model.edits.symmetry import with_image
from m44core.model.edits.turning import (
    Mirror,
    mirror,
    mirror_place,
    mirrored_clip,
    rotate,
    turned_clip,
    without_mirror_image,
)

__all__ = [
    "TEXT_FIELDS",
    "Clip",
    "Conversion",
    "Lost",
    "LostKind",
    "Mirror",
    "Parts",
    "Reach",
    "add_tag",
    "allow",
    "area",
    "change_board",
    "change_face",
    "change_tag",
    "clear",
    "copy",
    "disallow",
    "duplicate",
    "duplicate_all",
    "ellipse",
    "enemy_name",
    "enemy_unit",
    "erase",
    "erase_reach",
    "line",
    "mirror",
    "mirror_place",
    "mirrored_clip",
    "move",
    "move_all",
    "move_tag",
    "new_scenario",
    "paint",
    "paste",
    "place_unit",
    "remove_language",
    "remove_tag",
    "ring",
    "rotate",
    "same_kind",
    "same_side",
    "same_terrain",
    "set_badge",
    "set_briefing",
    "set_equipment",
    "set_figures",
    "set_label",
    "set_orientation",
    "set_packs",
    "set_piece_behavior",
    "set_piece_owner",
    "set_player",
    "set_text",
    "set_texts",
    "set_unit_behavior",
    "swap_players",
    "swap_sides",
    "swap_unit_sides",
    "turned_clip",
    "with_image",
    "with_parts_of",
    "without_mirror_image",
    "without_parts",
]
