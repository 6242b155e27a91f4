"""The beam on the graphics processor: its kernels, and the loop that runs them layer by layer."""
