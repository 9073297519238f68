"""What publications say of a scenario, as plain data in a language: no layout, no typesetting."""
