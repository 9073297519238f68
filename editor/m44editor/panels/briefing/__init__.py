"""The briefing panel."""
