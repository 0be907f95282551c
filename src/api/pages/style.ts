/** The look of the pages that the service renders itself. No scripts, no fonts, no images. */
export const STYLE = `
:root {
  color-scheme: light dark;
  --paper: light-dark(#ffffff, #14161a);
  --panel: light-dark(#f6f7f9, #1c1f25);
  --line: light-dark(#dfe3e8, #31363f);
  --ink: light-dark(#1c2430, #e4e8ee);
  --faint: light-dark(#5b6675, #98a2b0);
  --accent: light-dark(#2b5fd9, #86a9ff);
  --added: light-dark(#e3f6e8, #173424);
  --added-ink: light-dark(#0b6b2e, #7ee2a0);
  --removed: light-dark(#fdeaea, #3d1d20);
  --removed-ink: light-dark(#a3222c, #ff9da3);
  --hunk: light-dark(#eef3ff, #1d2740);
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.55 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
main { max-width: 68rem; margin: 0 auto; padding: 1.5rem clamp(1rem, 4vw, 2.5rem) 4rem; }
a { color: var(--accent); }
h1 { font-size: 1.7rem; line-height: 1.25; margin: .3rem 0 .6rem; overflow-wrap: anywhere; }
h2 { font-size: 1.2rem; margin: 2.2rem 0 .6rem; }
h3 { font-size: 1rem; margin: 1.4rem 0 .4rem; }
code, pre { font-family: ui-monospace, "SF Mono", Menlo, Consolas, monospace; font-size: .875em; }
code { background: var(--panel); border-radius: 4px; padding: .1em .35em; overflow-wrap: anywhere; }
pre { background: var(--panel); border: 1px solid var(--line); border-radius: 8px; padding: .8rem 1rem; overflow-x: auto; }
pre code { background: none; padding: 0; }
.faint { color: var(--faint); }
.badge { display: inline-block; border-radius: 999px; padding: .1rem .7rem; font-size: .85rem; font-weight: 600; background: var(--added); color: var(--added-ink); }
.badge.closed { background: var(--removed); color: var(--removed-ink); }
.badge.merged { background: var(--hunk); color: var(--accent); }
.meta { display: flex; flex-wrap: wrap; gap: .4rem .8rem; align-items: center; color: var(--faint); }
.body { white-space: pre-wrap; overflow-wrap: anywhere; border-left: 3px solid var(--line); padding-left: 1rem; }
.file { border: 1px solid var(--line); border-radius: 8px; margin: 1rem 0; overflow: hidden; }
.file > header { background: var(--panel); border-bottom: 1px solid var(--line); padding: .5rem .9rem; font-weight: 600; display: flex; gap: .8rem; flex-wrap: wrap; overflow-wrap: anywhere; }
.plus { color: var(--added-ink); }
.minus { color: var(--removed-ink); }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; }
.diff { width: 100%; font: .8125rem/1.5 ui-monospace, "SF Mono", Menlo, Consolas, monospace; }
.diff td { padding: 0 .6rem; white-space: pre-wrap; overflow-wrap: anywhere; vertical-align: top; }
.diff .number { width: 1%; min-width: 2.6rem; text-align: right; color: var(--faint); white-space: nowrap; user-select: none; }
.diff .sign { width: 1%; padding: 0 .2rem; user-select: none; }
.diff .add { background: var(--added); }
.diff .remove { background: var(--removed); }
.diff .hunk { background: var(--hunk); color: var(--faint); }
.note { padding: .7rem .9rem; margin: 0; color: var(--faint); }
.route { border: 1px solid var(--line); border-radius: 8px; padding: .2rem 1.2rem 1rem; margin: 1rem 0; }
.route h3 { display: flex; gap: .7rem; align-items: baseline; flex-wrap: wrap; }
.method { font: 700 .8rem ui-monospace, monospace; color: var(--accent); }
.fields { width: 100%; font-size: .92rem; }
.fields th, .fields td { text-align: left; vertical-align: top; padding: .35rem .8rem .35rem 0; border-top: 1px solid var(--line); }
.fields th { color: var(--faint); font-weight: 600; border-top: 0; }
nav ul { columns: 2 18rem; padding-left: 1.1rem; }
@media (max-width: 40rem) { h1 { font-size: 1.35rem; } .diff td { padding: 0 .3rem; } }
`
