"""Training the evaluations of `engines/anytime`, and trying them."""

from slidelab.engines.anytime.training.course import Course
from slidelab.engines.anytime.training.trainer import Round, Trainer
from slidelab.engines.anytime.training.trial import Trial, try_out

__all__ = ["Course", "Round", "Trainer", "Trial", "try_out"]
