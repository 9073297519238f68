"""Cards to cut out: an order of battle for each side, and a reference of rules and units."""

from __future__ import annotations

from m44core.messages.message import Renderer, message
from m44core.model.scenario import Scenario
from m44core.publish.content.card_content import card_decks
from m44core.publish.paper_and_ink import Ink, Paper
from m44core.publish.piece_pictures import piece_picture
from m44core.publish.typesetter import TypesetDocument, Typesetter

CARD_MILLIMETRES = (92.0, 126.0)
"""Width and height of a card: four of them fit on A4 and on Letter paper."""
_MARGIN = 10.0  # millimetres: the least at the edges of the paper


def typeset_cards(
    typesetter: Typesetter,
    scenario: Scenario,
    renderer: Renderer,
    paper: Paper = Paper.A4,
    ink: Ink = Ink.COLOUR,
) -> TypesetDocument:
    """Return the cards of a scenario, several to a page.

    Command cards are not printed: they are part of the game.

    Args:
        typesetter: The typesetter, with its templates.
        scenario: The scenario.
        renderer: Renders texts in the language of the cards.
        paper: The paper size.
        ink: The amount of ink to use.

    Raises:
        TypesettingError: Typst cannot typeset the template.
    """
    title = scenario.title_in(renderer.language.code) or renderer.render(message("(no title)"))
    content = card_decks(scenario, renderer)
    width, height = CARD_MILLIMETRES
    data = {
        "title": title,
        "heading": renderer.render(message("Cards for {title}", title=title)),
        "author": "",
        "code": renderer.language.code,
        "ink": ink.value,
        "paper": paper.value,
        "width": width,
        "height": height,
        "columns": int((paper.size[0] - 2 * _MARGIN) // width),
        "rows": int((paper.size[1] - 2 * _MARGIN) // height),
        "decks": content.decks,
        "none": renderer.render(message("This scenario has nothing to print on cards")),
    }
    pictures = {name: piece_picture(art, ink) for name, art in content.arts.items()}
    return typesetter.typeset("cards.typ", data, pictures)
