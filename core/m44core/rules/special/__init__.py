"""Special rules: air drops, reinforcements, bridges, trains, night, smoke, individual nations."""
