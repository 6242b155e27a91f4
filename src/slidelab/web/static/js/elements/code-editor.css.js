import { sheet } from "./sheet.js";

export default sheet(`
:host { display: block; }
.sheet {
  display: grid; grid-template-columns: auto minmax(0, 1fr); position: relative; overflow: hidden;
  background: var(--raised, #fff); border: 1px solid var(--line-strong, #888); border-radius: 6px;
  font: 0.95rem/1.5rem var(--mono, monospace);
}
.sheet:focus-within { outline: 3px solid var(--focus, #0a5673); outline-offset: 1px; }
ol {
  list-style: none; margin: 0; padding: 0.5rem 0.55rem; text-align: right; user-select: none;
  color: var(--ink-faint, #666); background: var(--sunken, #eee); min-width: 1.6em; position: relative;
}
li.fault { color: var(--bad, #a00); background: var(--bad-soft, #fdd); margin-inline: -0.55rem; padding-inline: 0.55rem; font-weight: 700; }
.strip { position: absolute; inset-inline: 0; height: 1.5rem; background: var(--bad-soft, #fdd); pointer-events: none; }
textarea {
  font: inherit; color: var(--ink, #000); background: none; border: 0; outline: 0; resize: none; margin: 0;
  padding: 0.5rem 0.6rem; width: 100%; box-sizing: border-box; overflow-x: auto; overflow-y: hidden; white-space: pre;
  tab-size: 4; position: relative;
}
@media (max-width: 720px) { .sheet { font-size: 0.85rem; } ol { padding-inline: 0.35rem; } li.fault { margin-inline: -0.35rem; padding-inline: 0.35rem; } }
`);
