/** What the guide and the API reference add to the look of our pages: a sidebar, a search, room for long texts. */
export const READING_STYLE = `
.bar { position: sticky; top: 0; z-index: 3; display: flex; flex-wrap: wrap; align-items: center; gap: .5rem 1.2rem; padding: .55rem clamp(1rem, 3vw, 1.6rem); background: var(--paper); border-bottom: 1px solid var(--line); }
.bar a { color: var(--ink); text-decoration: none; }
.bar a:hover { text-decoration: underline; }
.bar .brand { font-weight: 700; }
.bar [aria-current] { color: var(--accent); font-weight: 600; }
.bar form { margin-left: auto; flex: 0 1 18rem; }
.bar input[type=search] { width: 100%; font: inherit; font-size: .92rem; color: var(--ink); background: var(--panel); border: 1px solid var(--line); border-radius: 8px; padding: .3rem .7rem; }
.reading { display: grid; grid-template-columns: 16rem minmax(0, 1fr); max-width: 92rem; margin: 0 auto; }
.side { position: sticky; top: 3.1rem; align-self: start; max-height: calc(100vh - 3.1rem); overflow-y: auto; padding: 1.2rem .6rem 3rem 1.2rem; border-right: 1px solid var(--line); font-size: .92rem; }
.side h2 { font-size: .78rem; letter-spacing: .03em; color: var(--faint); margin: 1.3rem 0 .3rem; padding: 0 .5rem; }
.side h2:first-child { margin-top: 0; }
.side ul { columns: auto; list-style: none; margin: 0; padding: 0; }
.side a { display: flex; gap: .5rem; align-items: baseline; padding: .22rem .5rem; border-radius: 6px; color: var(--ink); text-decoration: none; overflow-wrap: anywhere; }
.side a:hover { background: var(--panel); }
.side a[aria-current] { background: var(--hunk); color: var(--accent); font-weight: 600; }
.side .method { flex: 0 0 2.7rem; font-size: .68rem; }
.menu-label { display: none; cursor: pointer; border: 1px solid var(--line); border-radius: 8px; padding: .2rem .7rem; }
.menu:focus-visible + .menu-label { outline: 2px solid var(--accent); outline-offset: 2px; }
.reading main { max-width: 54rem; margin: 0; padding: 1.6rem clamp(1rem, 4vw, 3rem) 5rem; min-width: 0; }
.reading main h2 { margin-top: 2.4rem; padding-top: .4rem; }
.reading h3 { font-size: 1.05rem; margin-top: 1.8rem; }
.reading :is(h1, h2, h3, h4) { scroll-margin-top: 4rem; }
.reading p, .reading li { max-width: 46rem; }
.reading img { max-width: 100%; height: auto; border: 1px solid var(--line); border-radius: 8px; }
.reading .prose table { border-collapse: collapse; margin: .8rem 0; font-size: .94rem; }
.reading .prose th, .reading .prose td { border-bottom: 1px solid var(--line); padding: .45rem .9rem .45rem 0; text-align: left; vertical-align: top; }
.reading .prose td code { overflow-wrap: normal; }
.reading nav.next { display: flex; justify-content: space-between; gap: 1rem; margin-top: 3rem; padding-top: 1rem; border-top: 1px solid var(--line); }
.anchor { color: var(--faint); text-decoration: none; opacity: 0; font-weight: 400; }
:is(h2, h3, h4):hover .anchor, .anchor:focus-visible { opacity: 1; }
.hits { list-style: none; padding: 0; }
.hits li { margin: 1.1rem 0; }
.hits mark { background: var(--warn); color: var(--warn-ink); border-radius: 3px; }
.address { display: flex; flex-wrap: wrap; gap: .3rem .7rem; align-items: baseline; background: var(--panel); border: 1px solid var(--line); border-radius: 8px; padding: .5rem .9rem; }
.address code { background: none; padding: 0; }
.sample { position: relative; }
.sample .copy { position: absolute; top: .5rem; right: .5rem; }
.tabs { border: 0; margin: 0; padding: 0; min-width: 0; }
.tabs > input { position: absolute; opacity: 0; }
.tabs > label { display: inline-block; padding: .25rem .8rem; border: 1px solid transparent; border-radius: 8px; cursor: pointer; }
.tabs > input:checked + label { background: var(--hunk); border-color: var(--accent); font-weight: 600; }
.tabs > input:focus-visible + label { outline: 2px solid var(--accent); }
.tabs > .sample { display: none; }
.tabs > .t1:checked ~ .s1, .tabs > .t2:checked ~ .s2, .tabs > .t3:checked ~ .s3 { display: block; }
.try { border: 1px solid var(--line); border-radius: 8px; padding: .4rem 1.1rem 1rem; }
.try label { display: block; margin: .6rem 0 .2rem; font-size: .92rem; }
.try :is(input, textarea) { width: 100%; font: .875rem/1.5 ui-monospace, Menlo, Consolas, monospace; color: var(--ink); background: var(--paper); border: 1px solid var(--line); border-radius: 8px; padding: .35rem .7rem; }
.button { font: inherit; font-size: .9rem; color: var(--ink); background: var(--paper); border: 1px solid var(--line); border-radius: 8px; padding: .2rem .8rem; cursor: pointer; }
.button.main { background: light-dark(#2b5fd9, #3d6fe0); border-color: transparent; color: #fff; font-weight: 600; padding: .4rem 1.1rem; margin-top: .8rem; }
@media (min-width: 80rem) {
  .reading main:has(.operation) { max-width: 76rem; }
  .operation { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 27rem); gap: 0 2.5rem; align-items: start; }
  .samples { position: sticky; top: 3.6rem; max-height: calc(100vh - 4.2rem); overflow-y: auto; }
  .reading .samples h2:first-child { margin-top: 0; }
}
@media (min-width: 60.01rem) { .menu { display: none; } }
@media (max-width: 60rem) {
  .reading { display: block; }
  .menu-label { display: inline-block; }
  .bar { position: static; gap: .5rem .9rem; }
  .bar form { order: 5; flex: 1 1 100%; }
  .side { display: none; position: static; max-height: none; border-right: 0; border-bottom: 1px solid var(--line); padding: 1rem; }
  body:has(.menu:checked) .side { display: block; }
  .reading :is(h1, h2, h3, h4) { scroll-margin-top: 1rem; }
}
`
