"""Facts of a scenario in text that was copied from a page, a forum or an e-mail."""
