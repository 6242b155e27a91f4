"""Results as text, JSON and files."""
