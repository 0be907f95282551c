const PATH_BYTES_MAX = 512

// eslint-disable-next-line no-control-regex -- control characters are what this looks for
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/

/** The same page under another name: its Markdown twin, its file name, the index of its folder. */
const TWIN = /\.(?:mdx?|html?)$/i

export type PagePath = { path: string } | { refused: string }

/** The one path of a page, whatever way it was asked for; or why the address cannot be a page. */
export function toPagePath(address: string): PagePath {
  const start = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i.exec(address)?.[0].length ?? 0
  const plain = address.slice(start).replace(/[?#].*$/s, '')
  let path = `/${decode(plain)}`.replace(/\/{2,}/g, '/')
  if (CONTROL.test(path)) return { refused: 'the path has control characters' }
  path = path.replace(/\/+$/, '').replace(TWIN, '')
  path = path.replace(/\/index$/, '') || '/'
  if (Buffer.byteLength(path) > PATH_BYTES_MAX) return { refused: `the path is longer than ${PATH_BYTES_MAX} bytes` }
  return { path }
}

/** Percent-decoded piece by piece: one broken escape leaves only itself as it is. */
function decode(text: string): string {
  return text.replace(/(?:%[0-9a-f]{2})+/gi, (escapes) => {
    try {
      return decodeURIComponent(escapes)
    } catch {
      return escapes
    }
  })
}
