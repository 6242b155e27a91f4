// The main module of the script for notebooks and other pages, which slidelab/web/bundle.py joins.
// host-theme.js comes first, since elements on the page need it as soon as they are defined.

import "./host-theme.js";
import "../elements/slide-board.js";
import "../elements/slide-player.js";
import "../elements/search-film.js";

import { widget as made } from "./widget.js";

export const widget = made;
