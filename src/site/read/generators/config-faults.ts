import { readYaml } from '../read-yaml.ts'
import type { ConfigFault } from '../site-settings.ts'

/** Why a JSON file cannot be read, with its line; null when it can. Comments and trailing commas are mistakes in it. */
export function jsonFault(path: string, text: string): ConfigFault | null {
  try {
    JSON.parse(text.replace(/^\uFEFF/, ''))
    return null
  } catch {
    const { offset, message } = findMistake(text)
    return { path, line: text.slice(0, offset).split('\n').length, message }
  }
}

const TOKEN = /\s*(?:([{}[\],:])|"(?:[^"\\\n]|\\.)*"|-?\d[\d.eE+-]*|true|false|null)/y

/** Where the first mistake is, which the error of `JSON.parse` only says of some of them. */
function findMistake(text: string): { offset: number; message: string } {
  const open: string[] = []
  let previous = ''
  TOKEN.lastIndex = 0
  for (;;) {
    const from = TOKEN.lastIndex
    const found = TOKEN.exec(text)
    if (!found) {
      const rest = text.slice(from).search(/\S/)
      if (rest >= 0) return { offset: from + rest, message: `"${text[from + rest]}" is not expected here.` }
      return { offset: text.length, message: 'The file ends too early.' }
    }
    const token = found[1] ?? 'value'
    const offset = from + found[0].search(/\S/)
    const isAfterValue = previous === 'value' || previous === '}' || previous === ']'
    const closes = token === '}' || token === ']'
    if (closes && (open.pop() !== (token === '}' ? '{' : '[') || previous === ',' || previous === ':'))
      return { offset, message: previous === ',' ? 'There is a comma too much.' : `"${token}" is not expected here.` }
    if (!closes && token !== ',' && token !== ':' && isAfterValue) return { offset, message: 'A comma is missing.' }
    if ((token === ',' || token === ':') && !isAfterValue) return { offset, message: `"${token}" is not expected here.` }
    if (token === '{' || token === '[') open.push(token)
    previous = token
  }
}

/** The same for YAML, as Python reads it: a key may stand there twice, and tags may name anything. */
export function yamlFault(path: string, text: string): ConfigFault | null {
  const { fault } = readYaml(text)
  if (!fault || /keys must be unique/.test(fault.message)) return null
  return { path, line: text.slice(0, fault.offset).split('\n').length, message: fault.message.split('\n')[0]! }
}
