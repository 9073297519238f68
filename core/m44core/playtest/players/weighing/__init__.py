"""What ground and shots are worth to who may go there or be hit."""
