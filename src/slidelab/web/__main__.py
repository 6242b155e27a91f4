"""Serve the page: `python -m slidelab.web --port 8008`, as `slidelab web` does.

Where slidelab is not installed, `PYTHONPATH=src python -m slidelab.web --port 8008` does the same.
The files in `static/` are served as they are on disk: reload the page to see a change.
"""


def main() -> None:
    """Read the options and serve."""
    # Worker processes import the main module again, and must not pay for the server.
    from argparse import ArgumentParser

    from slidelab.web.server import run
    from slidelab.web.settings import from_environment

    parser = ArgumentParser(prog="python -m slidelab.web", description="Serve the page.")
    parser.add_argument("--host", help="the address to listen on (127.0.0.1)")
    parser.add_argument("--port", type=int, help="the port, or the next free one (8008)")
    parser.add_argument("--workers", type=int, help="how many searches run at once")
    options = parser.parse_args()
    run(from_environment(**vars(options)))


if __name__ == "__main__":
    main()
