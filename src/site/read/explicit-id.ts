/** `{#id}` of Pandoc, VitePress and Docusaurus, `{: #id }` of kramdown, `{ #id .class }` and `{ id="id" }` of MkDocs, `[#id]` of Fumadocs. */
const EXPLICIT_ID = /[ \t]*(?:\\?\{:?([^{}]*)\}|<!--[ \t]*#([^\s]+)[ \t]*-->|\[#([^\s[\]]+)\])[ \t]*$/
const COMMENT_ID = /^\/\*[ \t]*#([^\s*]+)[ \t]*\*\/$/
const ATTRIBUTE_ID = /(?:^|[ \t])(?:#([^\s{}]+)|id=["']?([^\s"'{}]+)["']?)(?=[ \t]|$)/

/** Splits an explicit id from the end of a heading. */
export function splitExplicitId(heading: string): { text: string; id: string | null } {
  const found = EXPLICIT_ID.exec(heading)
  if (!found) return { text: heading, id: null }
  const inner = found[1]?.trim() ?? ''
  const id =
    found[2] ??
    found[3] ??
    COMMENT_ID.exec(inner)?.[1] ??
    ATTRIBUTE_ID.exec(inner)
      ?.slice(1)
      .find((part) => part !== undefined)
  return id === undefined ? { text: heading, id: null } : { text: heading.slice(0, found.index), id }
}
