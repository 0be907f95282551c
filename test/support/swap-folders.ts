/** In front of each script: what it needs, and the folder or file that it works on. Each says a word when it has begun. */
const HEAD = `
const { appendFileSync, renameSync, symlinkSync, readlinkSync, unlinkSync } = require('node:fs')
const { join } = require('node:path')
const place = process.argv.at(-1)
const attempt = (act) => { try { act() } catch {} }
console.log('begins')
`

/** Programs for `node -e` that go on for ever to change what somebody else reads. `.git/link` must lead to where they want to get. */
export const SWAP_SCRIPT = {
  /** A folder makes way for a link, and comes back. */
  swap: `${HEAD}
for (;;) {
  attempt(() => renameSync(join(place, 'docs'), join(place, '.git/docs')))
  attempt(() => renameSync(join(place, '.git/link'), join(place, 'docs')))
  attempt(() => renameSync(join(place, 'docs'), join(place, '.git/link')))
  attempt(() => renameSync(join(place, '.git/docs'), join(place, 'docs')))
}`,
  /** The same one level further down, right after somebody listed the folder: Node has no `renameat2`, so this is the closest. */
  exchange: `${HEAD}
const target = readlinkSync(join(place, '.git/link'))
attempt(() => symlinkSync(join(target, 'deep'), join(place, '.git/deep-link')))
const inner = join(place, 'docs/deep')
for (;;) {
  attempt(() => { renameSync(inner, join(place, '.git/deep')); renameSync(join(place, '.git/deep-link'), inner) })
  attempt(() => { renameSync(inner, join(place, '.git/deep-link')); renameSync(join(place, '.git/deep'), inner) })
  attempt(() => { unlinkSync(join(place, 'docs/a.md')); symlinkSync(join(target, 'a.md'), join(place, 'docs/a.md')) })
  attempt(() => { unlinkSync(join(place, 'docs/a.md')); appendFileSync(join(place, 'docs/a.md'), 'a page') })
}`,
} as const
