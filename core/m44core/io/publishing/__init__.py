"""Writing our JSON Schemas anew from what they follow: catalogue, special rules, both formats."""
