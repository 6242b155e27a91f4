"""The any-size kernels that written sites run as WebAssembly; `web_tables` exports them."""

from slidelab.engines.web_anytime.search import AnytimeSearch

__all__ = ["AnytimeSearch"]
