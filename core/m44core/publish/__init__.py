"""Publishing on paper: sheet, poster, paper pieces and booklet, typeset as PDF."""
