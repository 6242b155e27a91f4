"""Who runs a search: one folder per engine, from the textbook to the graphics processor."""
