"""The checks of the special rules that a scenario states (M320, M321, M414, M612, M614)."""
