"""Whether Board Game Arena (BGA) accepts an uploaded scenario and plays it as intended (M9xx)."""
