"""The game behind the window: session, timeline, choices, forecasts, prompts, hidden cards."""
