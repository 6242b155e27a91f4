// The entry of the script for other pages and for notebooks (see slidelab/web/bundle.py). The host is
// set up before the elements are defined: those on the page already need it at once.

import "./host-theme.js";
import "../elements/slide-board.js";
import "../elements/slide-player.js";
import "../elements/search-film.js";

import { widget as made } from "./widget.js";

export const widget = made;
