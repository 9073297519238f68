"""Everything the program says, as values that any of its languages can tell.

A :class:`~m44core.messages.message.Message` is an English sentence with ``{named}`` placeholders
and the values that stand for them. It is plain data: it can be compared, pickled and written as
JSON, and nobody needs to know a language to make one. Whoever shows it to a person turns it into
text, once, at the border::

    from m44core.messages.message import message, name, several
    from m44core.messages.words import words

    said = message("The {bunker} names no owner", bunker=name("piece.bunker", "bunker"))
    words("en").render(said)  # The bunker names no owner
    words("fr").sentence(said)  # Le bunker n'a pas de propriétaire

What makes a message, and what translators get to see of it:

=============================== =====================================================
``message("{hex} is empty")``   the sentence
``message_in("menu", "Open")``  the same with a context, where English has one word
                                for what other languages call differently
``several("{number} card",      a sentence about a number; each language has as many
"{number} cards", n)``          forms of it as its grammar wants
``counted("{number} card",      the same as part of a sentence
"{number} cards", n)``
``name("piece.bunker",          what a sentence calls a thing; a language may have it in
"bunker")``                     several forms (articles, cases), see ``languages.yaml``
``listed(a)``, ``either(a)``,   *A5, B3 and C1*; *hill or mountain*; *A5, B3, C1*
``enumerated(a)``
``colon(what, said)``           *fix: Remove the bridge*, with the blank of French
``titled(name)``                a name as it stands alone, with a capital
``quoted(text)``                a word of a file as a sentence quotes it
``decimal(x)``,                 numbers as the language writes them
``thousands(n)``, ``percent(x)``
=============================== =====================================================

The English texts must be literals: ``packaging/messages.py`` finds them in the code. Sentences are
whole, values are names, numbers, words of a file, or other messages; a sentence glued from parts
cannot be translated. What is no literal, such as the texts of our data files, is collected by
``packaging/messages_in_data.py``.

The editor asks :mod:`m44editor.interface_text`, which knows the language of the window.
"""
