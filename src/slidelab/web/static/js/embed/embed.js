// The entry of the script for everybody's pages and notebooks (see slidelab/web/bundle.py).
// It comes before the elements are defined, so that those already on the page find all they need.

import "./host-theme.js";
import "../elements/slide-board.js";
import "../elements/slide-player.js";
import "../elements/search-film.js";

import { widget as made } from "./widget.js";

export const widget = made;
