(define (domain sliding-tiles)
  (:requirements :strips :typing)
  (:types tile cell)
  (:predicates (at ?tile - tile ?cell - cell) (blank ?cell - cell)
               (next-to ?cell - cell ?other - cell))
  (:action slide
    :parameters (?tile - tile ?from - cell ?to - cell)
    :precondition (and (at ?tile ?from) (blank ?to) (next-to ?from ?to))
    :effect (and (at ?tile ?to) (blank ?from) (not (at ?tile ?from)) (not (blank ?to)))))
