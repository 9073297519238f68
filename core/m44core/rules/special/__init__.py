"""What only the special rules of a scenario bring about: who comes later, what is blown up."""
