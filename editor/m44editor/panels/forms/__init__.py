"""Forms: sections of labeled fields, and the widgets that show and edit them."""
