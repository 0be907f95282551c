import { type FactsMemory, factsKey } from '../read/facts-memory.ts'
import type { PageFacts } from '../read/page-facts.ts'
import { scanPage } from '../read/scan-page.ts'
import { type Site, buildSite, isConfigPath } from '../read/site.ts'
import { isConfined } from './confined-path.ts'
import { nextTurn } from './next-turn.ts'
import { type TextFile, decodeText, encodeText } from './text-file.ts'

/** Endings of the pages whose grammar is known well enough to edit them. */
const PAGE = /\.(?:md|mdx|markdown)$/iu

/** What pages say that were read before, and the id that git gives to the content of one. */
export interface KnownFacts {
  memory: FactsMemory
  idOf(path: string, content: Buffer): string
}

/** From the disk, that many take some 30 ms. */
const RECALLED_AT_ONCE = 500

/** What has to happen in the directory for it to hold what the site holds. */
export interface FileChange {
  path: string
  /** Null removes the file. */
  bytes: Buffer | null
}

/**
 * The documentation in memory. Commands edit it one after the other, each seeing the work of the ones before, and the directory is
 * written once at the end: an error half way leaves no half-done work behind.
 */
export class EditableSite {
  /** As they were read. A file that is still the same object has not been written since. */
  readonly #before = new Map<string, { bytes: Buffer; file: TextFile }>()
  readonly #files = new Map<string, TextFile>()
  /** Files that exist but cannot be edited here: images, other encodings, files that are too large. */
  readonly #others: Set<string>
  /** Hidden folders and symbolic links: nothing in them can be called missing, and nothing is created in them. */
  readonly #unscanned: ReadonlySet<string>
  readonly #removed = new Set<string>()
  /** Bytes put back as they were by an undo, whatever they are. */
  readonly #restored = new Map<string, Buffer>()
  /** What was scanned, with the text that it was read from: a page that has not changed is not scanned twice. */
  readonly #facts = new Map<string, { text: string; facts: PageFacts }>()

  readonly #known: KnownFacts | undefined
  /** Configuration that says how the site is put together, and that no one edits here. */
  readonly #references: ReadonlyMap<string, string>
  /** Until something changes: to build it takes up to a second on a site of some thousand pages. */
  #model: Site | null = null

  constructor(
    files: Iterable<[string, Buffer]>,
    others: Iterable<string> = [],
    unscanned: readonly string[] = [],
    known?: KnownFacts,
    references: ReadonlyMap<string, string> = new Map(),
  ) {
    this.#known = known
    this.#references = references
    this.#others = new Set(others)
    this.#unscanned = new Set(unscanned)
    for (const [path, bytes] of files) {
      const file = decodeText(bytes)
      if (!file) this.#others.add(path)
      else {
        this.#before.set(path, { bytes, file })
        this.#files.set(path, file)
      }
    }
  }

  /** The site as it is now, for work that is only tried out. */
  copy(): EditableSite {
    const copy = new EditableSite([], this.#others, [...this.#unscanned], this.#known)
    for (const [path, before] of this.#before) copy.#before.set(path, before)
    for (const [path, file] of this.#files) copy.#files.set(path, file)
    for (const path of this.#removed) copy.#removed.add(path)
    for (const [path, bytes] of this.#restored) copy.#restored.set(path, bytes)
    for (const [path, facts] of this.#facts) copy.#facts.set(path, facts)
    return copy
  }

  /** The paths of all editable text files, sorted by code unit so that every machine has the same order. */
  paths(): string[] {
    return [...this.#files.keys()].sort()
  }

  pages(): string[] {
    return this.paths().filter((path) => PAGE.test(path))
  }

  /** Every path that exists, editable or not. */
  allPaths(): string[] {
    return [...this.#files.keys(), ...this.#others].sort()
  }

  has(path: string): boolean {
    return this.#files.has(path) || this.#others.has(path)
  }

  isEditable(path: string): boolean {
    return this.#files.has(path)
  }

  /** True when a new file may come into being there: inside, unused, and not below a file or a symbolic link. */
  canCreate(path: string): boolean {
    if (!isConfined(path) || this.has(path)) return false
    const parts = path.split('/')
    const above = parts.map((_, index) => parts.slice(0, index + 1).join('/'))
    return !above.some((part) => this.has(part) || this.#unscanned.has(part))
  }

  /** The text of an editable file; an unknown path is a mistake in the caller. */
  text(path: string): string {
    const file = this.#files.get(path)
    if (!file) throw new Error(`no editable file at ${path}`)
    return file.text
  }

  /** Changes an existing file or creates one with Unix line endings. */
  write(path: string, text: string): void {
    const file = this.#files.get(path)
    if (!file && !this.canCreate(path)) throw new Error(`refused to create ${path}`)
    this.#model = null
    this.#files.set(path, { hasByteOrderMark: false, hasWindowsLineEndings: false, ...file, text })
    this.#removed.delete(path)
    this.#restored.delete(path)
  }

  /** Moves a file and keeps its byte order mark and line endings. */
  move(from: string, to: string): void {
    const file = this.#files.get(from)
    if (!file || this.has(to)) throw new Error(`cannot move ${from} to ${to}`)
    this.write(to, file.text)
    this.#files.set(to, file)
    this.remove(from)
  }

  remove(path: string): void {
    this.#model = null
    if (this.#files.delete(path)) this.#removed.add(path)
    if (this.#others.delete(path)) this.#removed.add(path)
    this.#restored.delete(path)
  }

  /** Puts back the bytes that a path had at an earlier commit; null when it did not exist then. */
  restore(path: string, bytes: Buffer | null): void {
    if (!bytes) return this.remove(path)
    const file = decodeText(bytes)
    this.#model = null
    this.#removed.delete(path)
    this.#others.delete(path)
    if (file) this.#files.set(path, file)
    else {
      this.#files.delete(path)
      this.#others.add(path)
      this.#restored.set(path, bytes)
    }
  }

  /** Headings, anchors and links of a page as it is now. */
  facts(path: string): PageFacts {
    const text = this.text(path)
    if (this.#facts.get(path)?.text !== text) this.#recall([path])
    const known = this.#facts.get(path)
    if (known?.text === text) return known.facts
    const facts = scanPage(path, text)
    this.#facts.set(path, { text, facts })
    return facts
  }

  /** Takes over what is known of pages from before this run, where they are as they were read. */
  #recall(paths: readonly string[]): void {
    const keys = new Map<string, string>()
    for (const path of this.#known ? paths : []) {
      const before = this.#before.get(path)
      const file = this.#files.get(path)
      // Without these two the text is the content itself, which is what the facts are of.
      if (!before || before.file !== file || file.hasByteOrderMark || file.hasWindowsLineEndings) continue
      keys.set(path, factsKey(path, this.#known!.idOf(path, before.bytes)))
    }
    const found = keys.size > 0 ? this.#known!.memory.find(keys.values()) : new Map<string, PageFacts>()
    for (const [path, key] of keys) {
      const facts = found.get(key)
      if (facts) this.#facts.set(path, { text: this.text(path), facts })
    }
  }

  /** Scans what has changed, one page at a time, so that what follows need not hold up the process. */
  async scan(signal: AbortSignal): Promise<void> {
    const isUnknown = (path: string) => this.#facts.get(path)?.text !== this.text(path)
    const unknown = this.pages().filter(isUnknown)
    for (let place = 0; place < unknown.length; place += RECALLED_AT_ONCE) {
      await nextTurn(signal)
      this.#recall(unknown.slice(place, place + RECALLED_AT_ONCE))
    }
    for (const path of unknown.filter(isUnknown)) {
      await nextTurn(signal)
      this.facts(path)
    }
  }

  /** The site as the scanner sees it now: addresses, navigation and redirects. It does not follow later changes. */
  model(): Site {
    this.#model ??= this.#build()
    return this.#model
  }

  #build(): Site {
    const pages = new Map(this.pages().map((path) => [path, this.facts(path)]))
    const texts = new Map(
      this.paths()
        .filter(isConfigPath)
        .map((path) => [path, this.text(path)]),
    )
    for (const [path, text] of this.#references) if (this.#others.has(path)) texts.set(path, text)
    return buildSite({ paths: this.allPaths(), pages, texts, unscanned: [...this.#unscanned] })
  }

  /** A copy that can be compared with the site after a command. */
  snapshot(): ReadonlyMap<string, string> {
    return new Map([...this.#files].map(([path, file]) => [path, file.text]))
  }

  /** What differs from the directory, sorted by path. */
  changes(): FileChange[] {
    const changes: FileChange[] = [...this.#restored].map(([path, bytes]) => ({ path, bytes }))
    for (const path of this.#removed) if (!this.has(path)) changes.push({ path, bytes: null })
    for (const [path, file] of this.#files) {
      const before = this.#before.get(path)
      if (before?.file === file) continue
      const bytes = encodeText(file)
      if (before?.bytes.equals(bytes) !== true) changes.push({ path, bytes })
    }
    return changes.sort((a, b) => (a.path < b.path ? -1 : 1))
  }
}
