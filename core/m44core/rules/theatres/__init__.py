"""What battles of single theatres and nations have besides: deserts, nights, smoke."""
