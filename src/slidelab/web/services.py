"""What the routes share: the settings, the jobs, the hints and the warm-up."""

from typing import Annotated

from fastapi import Depends, Request

from slidelab.web.hints import Hints
from slidelab.web.job_manager import JobManager
from slidelab.web.schemas.responses import CatalogueResponse
from slidelab.web.settings import Settings
from slidelab.web.warmup import Warmup


class Services:
    """Everything that lives as long as the server does."""

    def __init__(self, settings: Settings, catalogue: CatalogueResponse) -> None:
        self.settings = settings
        self.jobs = JobManager(settings)
        self.hints = Hints(self.jobs, settings.hint_seconds)
        self.catalogue = catalogue
        self.warmup = Warmup()


async def services(request: Request) -> Services:
    """The services of the application that got this request."""
    found: Services = request.app.state.services
    return found


async def visitor(request: Request) -> str:
    """Who asks, as far as that can be told: the address they come from."""
    return request.client.host if request.client else ""


Server = Annotated[Services, Depends(services)]
Visitor = Annotated[str, Depends(visitor)]
