"""All texts that the program shows, as values that can be rendered in any of its languages.

A :class:`~m44core.messages.message.Message` is an English sentence with ``{named}`` placeholders
and their values. It is plain data: it can be compared, pickled and written as JSON, and creating
one needs no language. It is rendered once, where it is shown::

    from m44core.messages.message import message, name, several
    from m44core.messages.renderers import renderer_in

    sentence = message("The {bunker} names no owner", bunker=name("piece.bunker", "bunker"))
    renderer_in("en").render(sentence)  # The bunker names no owner
    renderer_in("fr").sentence(sentence)  # Le bunker n'a pas de propriétaire

The functions that create messages:

=============================== =====================================================
``message("{hex} is empty")``   the sentence
``message_in("menu", "Open")``  the same with a context, if English has one word where
                                other languages have several
``several("{number} card",      a sentence about a number; each language has the plural
"{number} cards", n)``          forms of its grammar
``counted("{number} card",      the same as part of a sentence
"{number} cards", n)``
``name("piece.bunker",          the name of a thing; a language may have it in several
"bunker")``                     forms (articles, cases), see ``languages.yaml``
``listed(a)``, ``either(a)``,   *A5, B3 and C1*; *hill or mountain*; *A5, B3, C1*
``enumerated(a)``
``colon(label, text)``          *fix: Remove the bridge*, with the space of French
``titled(name)``                a name with a capital, to stand alone
``quoted(text)``                a word of a file in quotation marks
``decimal(x)``,                 numbers as the language writes them
``thousands(n)``, ``percent(x)``
=============================== =====================================================

The English texts must be literals: ``packaging/messages.py`` extracts them from the code. Write
whole sentences; values are names, numbers, words of a file, or other messages. A sentence assembled
from fragments cannot be translated. Texts in data files are collected by
``packaging/messages_in_data.py``.

The editor uses :mod:`m44editor.interface_text`, which knows the language of the window.
"""
