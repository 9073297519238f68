"""Publishing: the sheet, the poster, paper pieces and the booklet of scenarios, and their site."""
