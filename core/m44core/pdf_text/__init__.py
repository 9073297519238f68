"""The text of PDF files, column by column and table row by table row."""
