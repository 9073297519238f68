"""Structures and obstacles: bunkers, bridges, barriers, trains, ships, wire, sandbags."""
