import { sheet } from "./sheet.js";

export default sheet(`
:host { display: grid; gap: 0.8rem; }
slide-board { width: min(100%, var(--player-board, 18rem)); margin: 0 auto; }
.bar { display: flex; flex-wrap: wrap; gap: 0.35rem; align-items: center; justify-content: center; }
button {
  font: inherit; display: inline-flex; gap: 0.35em; align-items: center; justify-content: center; min-width: 2.5rem; min-height: 2.5rem; padding: 0 0.5rem;
  color: inherit; background: var(--surface, #fff); border: 1px solid var(--line-strong, #888); border-radius: 6px; cursor: pointer;
}
button:hover { background: var(--sunken, #eee); }
button.primary { background: var(--accent, #0a5673); border-color: var(--accent, #0a5673); color: var(--accent-ink, #fff); }
:focus-visible { outline: 3px solid var(--focus, #0a5673); outline-offset: 2px; }
svg { width: 1.2em; height: 1.2em; fill: currentColor; }
input { accent-color: var(--accent, #0a5673); width: 100%; margin: 0; min-height: 1.6rem; }
.speed { display: flex; gap: 0.5rem; align-items: center; font-size: 0.88rem; }
.speed input { width: 7rem; }
p { margin: 0; text-align: center; font-variant-numeric: tabular-nums; min-height: 1.5em; }
ol {
  list-style: none; margin: 0; padding: 2px; display: flex; flex-wrap: wrap; gap: 3px; justify-content: center;
  max-height: 8.4rem; overflow-y: auto;
}
ol button { min-width: 2rem; min-height: 1.9rem; padding: 0 0.3rem; font-size: 0.9rem; border-color: var(--line, #ddd); }
ol button[aria-current] { background: var(--warm-soft, #fbe7cf); border-color: var(--warm, #a4480b); color: var(--ink, #000); font-weight: 700; }
.hidden-text { position: absolute; clip-path: inset(50%); }
`);
