/** Names that every object has, whatever was put into it. */
const PROTOTYPE_NAMES = ['constructor', '__proto__', 'toString', 'hasOwnProperty', 'valueOf', 'prototype', '__defineGetter__']

/** Texts that break programs wherever they are stored, looked up, cut or shown. */
export const POISONS: readonly string[] = [
  ...PROTOTYPE_NAMES,
  ...PROTOTYPE_NAMES.map((name) => `https://${name}/${name}?utm_source=${name}#${name}`),
  ...PROTOTYPE_NAMES.map((name) => `/${name}`),
  '',
  ' ',
  '.',
  '..',
  '-',
  // Halves of pairs, alone and where a cut would make them.
  '\uD800',
  '\uDC00',
  'https://a\uD800b/',
  'https://a\0b/',
  'Mozilla/5.0 (compatible; a\0bot/1.0; +https://a\0b/)',
  'a\uDC00\uD800b',
  '/\uD83D',
  // Marks that turn the direction of a text, that nobody sees, or that end one.
  '\u202Eevil\u202C',
  '\u2066a\u2069',
  '\u200B',
  '\uFEFF',
  '\uFEFF/a',
  '\0',
  'a\0b',
  '/a\u0007\u001b[31m',
  '/a\r\nX-Evil: 1',
  '\u2028\u2029',
  '%00',
  '/%00',
  '/%E0%A4%A',
  '/%C0%80',
  '%',
  // The edges of what is kept of a path and of an id.
  ...[510, 511, 512, 513].map((length) => `/${'a'.repeat(length - 1)}`),
  ...[255, 256, 257].map((length) => `/${'é'.repeat(length)}`),
  ...[127, 128].map((length) => `/a${'💥'.repeat(length)}`),
  'a'.repeat(199),
  'é'.repeat(200),
  '💥'.repeat(100),
  'a'.repeat(201),
  'a'.repeat(9000),
  // What other programs take for their own.
  "'; DROP TABLE job; --",
  '" OR 1=1 --',
  '=1+1',
  '@SUM(A1)',
  '+cmd|/c calc',
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  '${7*7}{{7*7}}',
  '{"$gt":""}',
  '../../etc/passwd',
  'null',
  'NaN',
  '1e999',
  '-0',
  '9'.repeat(40),
  '1970-01-01T00:00:00Z',
  '+275760-09-13T00:00:00Z',
  '999999-01-01T00:00:00Z',
]

/** Those that a header may carry: a client cannot even send the others. */
export const HEADER_POISONS = POISONS.filter((text) => /^[\t\x20-\x7e]*$/.test(text))
