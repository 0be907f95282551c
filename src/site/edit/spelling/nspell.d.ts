/** The part of nspell that is used; the package has no types of its own. */
declare module 'nspell' {
  export interface Nspell {
    correct(word: string): boolean
  }
  export default function nspell(dictionary: { aff: Uint8Array; dic: Uint8Array }): Nspell
}
