/** `{#id}` of Pandoc, VitePress and Docusaurus, `{: #id }` of kramdown, `{ #id .class }` of MkDocs, `[#id]` of Fumadocs. */
const EXPLICIT_ID =
  /[ \t]*(?:\\?\{:?[ \t]*#([^\s{}]+)(?:[ \t][^{}]*)?\}|\{\/\*[ \t]*#([^\s*]+)[ \t]*\*\/\}|<!--[ \t]*#([^\s]+)[ \t]*-->|\[#([^\s[\]]+)\])[ \t]*$/

/** Splits an explicit id from the end of a heading. */
export function splitExplicitId(heading: string): { text: string; id: string | null } {
  const found = EXPLICIT_ID.exec(heading)
  if (!found) return { text: heading, id: null }
  return { text: heading.slice(0, found.index), id: found[1] ?? found[2] ?? found[3] ?? found[4]! }
}
