/** Docusaurus reads what is in these fences as a part of the page. The marks become spaces, so that all places stay where they are. */
export function unwrapMdxBlocks(text: string): string {
  if (!text.includes('mdx-code-block')) return text
  let fence: string | null = null
  return text
    .split('\n')
    .map((line) => {
      const opening: string | undefined = fence === null ? /^(`{3,}|~{3,})mdx-code-block[ \t\r]*$/.exec(line)?.[1] : undefined
      if (opening === undefined && (fence === null || line.trim() !== fence)) return line
      fence = opening ?? null
      return ' '.repeat(line.length)
    })
    .join('\n')
}
