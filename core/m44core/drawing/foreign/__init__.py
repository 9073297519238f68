"""Pictures of user packs: an SVG by anybody as shapes of ours, held to limits first."""
