"""Forms: sections of labelled fields, and the widgets that show and edit them."""
