"""TOML files that people write, read into checked tables; every mistake is told with its line."""
