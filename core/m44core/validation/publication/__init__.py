"""What a scenario needs that is to be printed or published (P1xx); for those who ask."""
