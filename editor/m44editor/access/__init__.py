"""For people who see and move otherwise: little motion, and what screen readers find."""
