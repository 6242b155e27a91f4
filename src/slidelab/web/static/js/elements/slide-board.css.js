import { sheet } from "./host.js";

export default sheet(`
:host {
  display: block;
  container-type: inline-size;
  --_tile: var(--tile, #fffdf8);
  --_tile-edge: var(--tile-edge, #cfc7b3);
  --_tile-ink: var(--tile-ink, #1c2330);
  --_home: var(--tile-home, #dfecee);
  --_well: var(--tile-well, #e5dfd0);
  --_focus: var(--focus, #0b5c7a);
}
:host([hidden]) { display: none; }
.frame {
  position: relative;
  aspect-ratio: var(--cols) / var(--rows);
  background: var(--_well);
  border-radius: calc(100cqi / var(--cols) * 0.14);
  padding: calc(100cqi / var(--cols) * 0.035);
  touch-action: none;
  user-select: none;
  -webkit-user-select: none;
}
:host([readonly]) .frame { touch-action: auto; }
.frame:focus { outline: none; }
.frame:focus-visible { outline: 3px solid var(--_focus); outline-offset: 3px; }
.floor { position: relative; width: 100%; height: 100%; }
.tile {
  position: absolute;
  left: 0;
  top: 0;
  width: calc(100% / var(--cols));
  height: calc(100% / var(--rows));
  padding: calc(100cqi / var(--cols) * 0.028);
  box-sizing: border-box;
  transition: transform 130ms cubic-bezier(0.2, 0.7, 0.3, 1);
}
:host([instant]) .tile, .dragging .tile { transition: none; }
.face {
  display: grid;
  place-items: center;
  width: 100%;
  height: 100%;
  box-sizing: border-box;
  border-radius: calc(100cqi / var(--cols) * 0.1);
  background: var(--_tile);
  color: var(--_tile-ink);
  border: 1px solid var(--_tile-edge);
  box-shadow: 0 calc(100cqi / var(--cols) * 0.018) 0 var(--_tile-edge);
  font: 600 calc(100cqi / var(--cols) * 0.42) / 1 var(--numerals, ui-serif, Georgia, serif);
  font-variant-numeric: lining-nums tabular-nums;
}
.wide .face { font-size: calc(100cqi / var(--cols) * 0.36); }
.home .face { background: var(--_home); }
.hint .face { outline: calc(100cqi / var(--cols) * 0.05) solid var(--hint, #b45309); outline-offset: -2px; }
:host(:not([readonly])) .cell.near { cursor: grab; }
:host(:not([readonly])) .dragging .cell { cursor: grabbing; }
.cells { position: absolute; inset: 0; display: grid; grid-template-rows: repeat(var(--rows), 1fr); }
.row { display: grid; grid-template-columns: repeat(var(--cols), 1fr); }
.announcement {
  position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%);
  white-space: nowrap;
}
@media (prefers-reduced-motion: reduce) { .tile { transition: none; } }
@media (forced-colors: active) { .face { border: 2px solid CanvasText; } }
.not-a-board { margin: 0; padding: 0.6em 0.8em; border: 1px solid currentColor;
  border-radius: 6px; overflow-wrap: anywhere; font: 1rem/1.4 system-ui, sans-serif; }
`);
