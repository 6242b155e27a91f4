"""Training the evaluations of the any-size engine, and trying them."""

from slidelab.engines.anytime.training.course import Course
from slidelab.engines.anytime.training.trainer import Round, Trainer, WeightsTrial, try_out

__all__ = ["Course", "Round", "Trainer", "WeightsTrial", "try_out"]
