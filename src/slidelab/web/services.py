"""What the routes share: the settings, the desk and the hints."""

from typing import Annotated

from fastapi import Depends, Request

from slidelab.web.catalogue import describe
from slidelab.web.desk import Desk
from slidelab.web.hints import Hints
from slidelab.web.schemas.responses import CatalogueResponse
from slidelab.web.settings import Settings


class Services:
    """Everything that lives as long as the server does."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.desk = Desk(settings)
        self.hints = Hints(settings)
        self.catalogue = CatalogueResponse(**describe(settings))

    def open(self) -> None:
        """Start the processes."""
        self.desk.open()
        self.hints.open()

    async def close(self) -> None:
        """Let everybody go."""
        await self.desk.close()
        await self.hints.close()


async def services(request: Request) -> Services:
    """The services of the application that got this request."""
    found: Services = request.app.state.services
    return found


async def visitor(request: Request) -> str:
    """Who asks, as far as that can be told: the address they come from."""
    return request.client.host if request.client else ""


Server = Annotated[Services, Depends(services)]
Visitor = Annotated[str, Depends(visitor)]
