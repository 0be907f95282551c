import type { Block } from '../../../markdown/page.ts'

/** True for HTML that shows or runs its content as it is. */
export function isRawElement(page: string, { kind, start }: Block): boolean {
  return kind === 'html' && /^<(?:script|pre|style|textarea)[\s>]/iu.test(page.slice(start, start + 12))
}
