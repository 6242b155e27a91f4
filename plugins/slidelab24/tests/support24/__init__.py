"""Boards and a device for the tests."""
