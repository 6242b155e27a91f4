"""Training the evaluations of `kernels/anysize`, and trying them."""

from slidelab.lab.training.course import Course
from slidelab.lab.training.trainer import Round, Trainer
from slidelab.lab.training.trial import Trial, try_out

__all__ = ["Course", "Round", "Trainer", "Trial", "try_out"]
