"""The page as a folder of files that any web server can hand out, with Python inside the page."""
