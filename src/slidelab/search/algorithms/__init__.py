"""One algorithm per file. The loops that several of them share are one folder up."""
