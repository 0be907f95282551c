/** What to put on a page, so that its views are counted. */
export function scriptTag(siteKey: string): string {
  return `<script defer src="${location.origin}/docwright.js" data-site="${siteKey}"></script>`
}
