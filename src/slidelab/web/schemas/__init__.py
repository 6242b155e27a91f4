"""What travels over the API: `requests` and `responses`."""
