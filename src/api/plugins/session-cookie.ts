import type { FastifyReply, FastifyRequest } from 'fastify'
import { SESSION_MS_MAX } from '../../people/sessions.ts'

/** Browsers take loopback addresses for as safe as https, so that cookies can be marked the same way there. */
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/i

/** All but WebKit do: in Safari, a cookie that is marked so without https is lost. Chromium names WebKit, too, and then itself. */
const WEBKIT = /AppleWebKit\/(?!.*Chrom(?:e|ium)\/)/

export interface CookieDeps {
  baseUrl(): string
}

/** The token of the session that the browser sent; null without one. */
export function readSessionToken(deps: CookieDeps, request: FastifyRequest): string | null {
  return readCookie(deps, request, 'docwright')
}

export function setSessionCookie(deps: CookieDeps, request: FastifyRequest, reply: FastifyReply, token: string): void {
  setCookie(deps, request, reply, 'docwright', token, SESSION_MS_MAX / 1000)
}

export function clearSessionCookie(deps: CookieDeps, request: FastifyRequest, reply: FastifyReply): void {
  setCookie(deps, request, reply, 'docwright', '', 0)
}

export function readCookie(deps: CookieDeps, request: FastifyRequest, name: string): string | null {
  const wanted = fullName(deps, request, name)
  for (const part of (request.headers.cookie ?? '').split(';')) {
    const at = part.indexOf('=')
    if (at > 0 && part.slice(0, at).trim() === wanted) return part.slice(at + 1).trim()
  }
  return null
}

/** @param value Must consist of characters that need no quoting in a cookie. */
export function setCookie(
  deps: CookieDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  name: string,
  value: string,
  maxAgeSeconds: number,
): void {
  const parts = [`${fullName(deps, request, name)}=${value}`, 'Path=/', 'HttpOnly', 'SameSite=Lax', `Max-Age=${maxAgeSeconds}`]
  if (isSecure(deps, request)) parts.push('Secure')
  reply.header('set-cookie', parts.join('; '))
}

/** With the prefix, browsers refuse a cookie of that name that another host or a plain page tries to plant. */
function fullName(deps: CookieDeps, request: FastifyRequest, name: string): string {
  return isSecure(deps, request) ? `__Host-${name}` : name
}

function isSecure(deps: CookieDeps, request: FastifyRequest): boolean {
  const { host = '', 'user-agent': userAgent = '' } = request.headers
  return deps.baseUrl().startsWith('https:') || (LOOPBACK.test(host) && !WEBKIT.test(userAgent))
}
