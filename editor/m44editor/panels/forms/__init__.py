"""Forms: sections of labelled fields over values, and the widgets that show them."""
