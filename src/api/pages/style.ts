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
  --added-word: light-dark(#b4e8c3, #25613f);
  --removed-word: light-dark(#f7c3c6, #762f37);
  --hunk: light-dark(#eef3ff, #1d2740);
  --warn: light-dark(#fff4d6, #3a2f10);
  --warn-ink: light-dark(#6b4b00, #f5d27a);
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
.badge.draft { background: var(--panel); color: var(--faint); border: 1px solid var(--line); }
.meta { display: flex; flex-wrap: wrap; gap: .4rem .8rem; align-items: center; color: var(--faint); }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.odd { border: 1px solid currentColor; border-radius: 3px; font-size: .75em; padding: 0 .2em; }
.warning { background: var(--warn); color: var(--warn-ink); border-radius: 8px; padding: .6rem .9rem; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.text { border: 1px solid var(--line); border-radius: 8px; padding: .2rem 1.2rem; overflow-wrap: anywhere; }
.text > :first-child { margin-top: .8rem; }
.text h3 { font-size: 1.05rem; }
.text h4, .text h5, .text h6 { font-size: .95rem; margin: 1rem 0 .3rem; }
.text ul, .text ol { padding-left: 1.4rem; }
.text hr { border: 0; border-top: 1px solid var(--line); margin: 1.2rem 0; }
.text table { border-collapse: collapse; margin: .8rem 0; }
.text th, .text td { border: 1px solid var(--line); padding: .25rem .6rem; text-align: left; vertical-align: top; }
blockquote { margin: .6rem 0; padding: .05rem 0 .05rem 1rem; border-left: 3px solid var(--line); color: var(--faint); }
.commits, .files { list-style: none; padding: 0; margin: .4rem 0; }
nav ul.files { columns: auto; padding: 0; }
.commits li, .files li { padding: .25rem 0; overflow-wrap: anywhere; }
.actions { display: flex; gap: .6rem; margin: 1rem 0; }
.actions button { font: inherit; color: var(--ink); background: var(--panel); border: 1px solid var(--line); border-radius: 8px; padding: .4rem 1.1rem; cursor: pointer; }
.actions .main { background: light-dark(#2b5fd9, #3d6fe0); border-color: transparent; color: #fff; font-weight: 600; }
.views { display: flex; gap: .5rem; margin: 1.2rem 0 .8rem; }
.views a { border: 1px solid var(--line); border-radius: 999px; padding: .2rem .9rem; text-decoration: none; }
.views a[aria-current] { background: var(--hunk); border-color: var(--accent); font-weight: 600; }
.file { border: 1px solid var(--line); border-radius: 8px; margin: 1rem 0; overflow: clip; }
.file > summary { position: sticky; top: 0; z-index: 1; background: var(--panel); border-bottom: 1px solid var(--line); padding: .5rem .9rem; cursor: pointer; overflow-wrap: anywhere; }
.file:not([open]) > summary { border-bottom: 0; }
.file > summary h3 { display: inline; margin: 0; }
.file > summary:focus-visible { outline-offset: -2px; }
.plus { color: var(--added-ink); }
.minus { color: var(--removed-ink); }
.plus, .minus { white-space: nowrap; }
.scroll { overflow-x: auto; position: relative; scroll-margin-top: 3.2rem; }
table { border-collapse: collapse; }
.diff { width: 100%; table-layout: fixed; font: .8125rem/1.5 ui-monospace, "SF Mono", Menlo, Consolas, monospace; }
.diff th { padding: 0; height: 0; line-height: 0; }
.diff td { padding: 0 .6rem; white-space: pre-wrap; overflow-wrap: anywhere; vertical-align: top; }
.diff col.n { width: 3.4rem; }
.diff col.s { width: 1.4rem; }
.diff .number { padding: 0 .5rem 0 0; text-align: right; color: var(--faint); white-space: nowrap; user-select: none; }
.diff .sign { padding: 0; text-align: center; user-select: none; }
.diff .add { background: var(--added); }
.diff .remove { background: var(--removed); }
.diff .none { background: var(--panel); }
.diff .hunk { background: var(--hunk); color: var(--faint); }
.diff mark { color: inherit; border-radius: 3px; }
.diff .add mark { background: var(--added-word); }
.diff .remove mark { background: var(--removed-word); }
.split td:nth-child(3) { border-left: 1px solid var(--line); }
.note { padding: .7rem .9rem; margin: 0; color: var(--faint); }
.route { border: 1px solid var(--line); border-radius: 8px; padding: .2rem 1.2rem 1rem; margin: 1rem 0; }
.route h3 { display: flex; gap: .7rem; align-items: baseline; flex-wrap: wrap; }
.method { font: 700 .8rem ui-monospace, monospace; color: var(--accent); }
.fields { width: 100%; font-size: .92rem; }
.fields th, .fields td { text-align: left; vertical-align: top; padding: .35rem .8rem .35rem 0; border-top: 1px solid var(--line); }
.fields th { color: var(--faint); font-weight: 600; border-top: 0; }
.counts { width: auto; min-width: min(100%, 26rem); }
.counts td, .counts th + th { text-align: right; padding-right: 0; padding-left: 1.4rem; font-variant-numeric: tabular-nums; }
.counts tbody th { color: var(--ink); font-weight: 400; border-top: 1px solid var(--line); }
nav ul { columns: 2 18rem; padding-left: 1.1rem; }
@media (max-width: 40rem) {
  h1 { font-size: 1.35rem; }
  .text { padding: .1rem .9rem; }
  .diff { font-size: .75rem; }
  .diff td { padding: 0 .3rem; }
  .diff col.n { width: 2.4rem; }
  .diff col.s { width: 1rem; }
  .diff.split { min-width: 48rem; }
}
@media (prefers-contrast: more) { .diff mark { text-decoration: underline; } }
`
