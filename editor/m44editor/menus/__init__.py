"""What menus are made of, and the commands of single subjects as data."""
