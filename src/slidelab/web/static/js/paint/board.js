// A small board on a canvas: for trees and lists, where hundreds are drawn at once.

/**
 * Paint a board within a square, of which (x, y) is the top left corner.
 * @type {(context: Context, cells: ArrayLike<number>, home: number[], shape: Shape, x: number,
 *   y: number, size: number, colours: Palette) => void}
 */
export function paintBoard(context, cells, home, { rows, cols }, x, y, size, colours) {
  const step = size / Math.max(rows, cols);
  const left = x + (size - step * cols) / 2;
  const top = y + (size - step * rows) / 2;
  const gap = Math.max(0.5, step * 0.05);
  const text = step >= 8;
  context.fillStyle = colours.well;
  context.fillRect(left, top, step * cols, step * rows);
  if (text) {
    context.font = `600 ${Math.round(step * 0.62)}px ${NUMERALS}`;
    context.textAlign = "center";
    context.textBaseline = "middle";
  }
  for (let cell = 0; cell < cells.length; cell++) {
    const tile = cells[cell];
    if (!tile) continue;
    const at = left + (cell % cols) * step;
    const down = top + Math.floor(cell / cols) * step;
    context.fillStyle = home[tile] === cell ? colours.home : colours.tile;
    context.fillRect(at + gap, down + gap, step - 2 * gap, step - 2 * gap);
    if (!text) continue;
    context.fillStyle = colours.ink;
    context.fillText(String(tile), at + step / 2, down + step * 0.54);
  }
}

const NUMERALS =
  '"Iowan Old Style", "Palatino Linotype", Palatino, Charter, "Charis SIL", Georgia, "Liberation Serif", serif';
