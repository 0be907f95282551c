const PAGE_ENDING = /\.(?:md|mdx|markdown)$/i

export function isPagePath(path: string): boolean {
  return PAGE_ENDING.test(path)
}

export function withoutPageEnding(path: string): string {
  return path.replace(PAGE_ENDING, '')
}

/** A scheme, or two slashes before a host name. */
export function isExternal(target: string): boolean {
  return /^(?:[A-Za-z][A-Za-z0-9+.-]*:|\/\/)/.test(target)
}

/** The path as generators make it that strip `01-`, which sorts the files, from each segment. */
export function withoutNumbers(path: string): string {
  return path.replace(/(^|\/)\d+\s*[-_.]+\s*(?=[^\d/\s][^/]*)/g, '$1')
}
