"""The rules engine: the legal actions in a position, their effects, and the winner.

The main functions are :func:`m44core.rules.play.game_setup.new_game`,
:func:`m44core.rules.play.legal_actions.legal_actions`,
:func:`m44core.rules.play.apply.apply_action`,
``GameState.clone`` and :func:`m44core.rules.victory.game_end.outcome`.
The rule ids in docstrings (``B-MOVE-05``, ``R-10``) are those of our rules specification.
"""
