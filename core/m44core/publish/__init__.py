"""Publishing on paper: the sheet, the poster, paper pieces and the booklet of scenarios."""
