"""The machine underneath: folders, files, locks and memory."""
