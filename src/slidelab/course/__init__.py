"""Other people's programs: judging them, explaining their counts, and the sandbox they run in."""
