"""Names that ask for an object in a file: `path/to/file.py:name`."""


def is_file_name(name: str) -> bool:
    """Whether a name asks for an object in a file rather than for one by its name.

    Whoever takes names from strangers should refuse those: reading a file runs it.

    >>> is_file_name("ideas/mine.py:h"), is_file_name("mine.py"), is_file_name("manhattan")
    (True, True, False)
    """
    path, _ = file_and_object(name)
    return path.endswith(".py")


def file_and_object(name: str) -> tuple[str, str]:
    """The two parts of such a name; the object is "" where only a file is named.

    >>> file_and_object("ideas/mine.py:h"), file_and_object("mine.py")
    (('ideas/mine.py', 'h'), ('mine.py', ''))
    """
    path, colon, wanted = name.rpartition(":")
    return (path, wanted.strip()) if colon and path.endswith(".py") else (name, "")
