import { type Request, extensionOf, isMcpCall } from './request.ts'

/** The form in which a page was asked for. Stored with the views. */
export type Surface = 'html' | 'markdown' | 'llms.txt' | 'mcp'

/** A number for each, where many are remembered. */
export const SURFACES: Readonly<Record<Surface, number>> = { html: 0, markdown: 1, 'llms.txt': 2, mcp: 3 }

/** What the `Accept` header says about Markdown; with an agent's name where its header is like no other. */
export type MarkdownWish = 'none' | 'markdown' | 'claude-code' | 'opencode' | 'cursor'

/** Browsers never name Markdown. A quality of 0, behind whatever other parameters, means "anything but that". */
const MARKDOWN = /(?:^|,)\s*text\/(?:x-)?markdown\s*(?:;(?!\s*q\s*=\s*0(?:\.0*)?\s*(?:[,;]|$))[^,;]*)*(?:,|$)/

/** The `Accept` headers that coding agents send word for word, read in their source or in published measurements. */
const CLAUDE_CODE = 'text/markdown, text/html, */*'
const OPENCODE = 'text/markdown;q=1.0, text/x-markdown;q=0.9, text/plain;q=0.8, text/html;q=0.7, */*;q=0.1'
const CURSOR = /^text\/markdown,\s?text\/html;q=0\.9,/

export function findMarkdownWish(accept: string | undefined): MarkdownWish {
  // The short question first: most requests come from browsers.
  if (accept === undefined || !/markdown/i.test(accept)) return 'none'
  const text = accept.trim().toLowerCase()
  if (!MARKDOWN.test(text)) return 'none'
  if (text === CLAUDE_CODE) return 'claude-code'
  if (text === OPENCODE) return 'opencode'
  return CURSOR.test(text) ? 'cursor' : 'markdown'
}

/** `/docs/mcp` may be a page about MCP: only what is sent to it, or the protocol's own headers, tell a client of it. */
export function findSurface(request: Pick<Request, 'method' | 'address' | 'headers'>, wish: MarkdownWish): Surface {
  const { address, headers } = request
  if (headers['mcp-protocol-version'] !== undefined || headers['mcp-session-id'] !== undefined) return 'mcp'
  if (isMcpCall(request)) return 'mcp'
  const extension = extensionOf(address)
  if (extension === 'txt' && /^[^?#]*\/llms(?:-full|-small|-medium)?\.txt(?:[?#]|$)/i.test(address)) return 'llms.txt'
  return extension === 'md' || extension === 'mdx' || wish !== 'none' ? 'markdown' : 'html'
}
