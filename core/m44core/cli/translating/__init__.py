"""``m44 translate``: texts of scenarios to translators and back."""
