"""Additive pattern databases (Korf and Felner 2002): partitions, tables, files and lookups."""
