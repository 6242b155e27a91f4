"""Packages that are installed in a folder, as pip would install them."""

from pathlib import Path


def install_package(folder: Path, name: str, entry_points: str) -> None:
    """Make the entry points of a package known where this folder is on the path."""
    about = folder / f"{name}-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text(entry_points)
