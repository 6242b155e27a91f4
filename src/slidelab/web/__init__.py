"""The page and its JSON API: `slidelab.web.app.create_app(Settings())` is an ASGI application."""
