import { OLD_VERSION, VERSION } from '../clean-site.ts'
import { loadDictionary } from '../../../src/site/edit/spelling/spell-checker.ts'
import { bodyLines, spoilLines, withLines } from './edit-lines.ts'
import type { Kind } from './kind.ts'
import { slip } from './slip.ts'

/** Mistakes that people make because they do not know better, unlike slips of the fingers. */
const CONFUSED: Readonly<Record<string, string>> = {
  separate: 'seperate',
  receives: 'recieves',
  environment: 'enviroment',
  automatically: 'automaticly',
  immediately: 'immediatly',
  permanent: 'permanant',
  possible: 'posible',
  beginning: 'begining',
  approximately: 'approximatly',
  existing: 'existant',
  accident: 'acident',
  recommend: 'reccomend',
  maximum: 'maximun',
  addresses: 'adresses',
  address: 'adress',
  language: 'langauge',
  interpreted: 'interpretted',
  customers: 'costumers',
  comparison: 'comparision',
  descriptive: 'discriptive',
}

const dictionary = await loadDictionary()

export const misspellings: Kind = {
  name: 'misspellings',
  prompt: 'Fix the spelling mistakes',
  make: (options) => {
    const { clean, random } = options
    const lines = bodyLines(clean).filter(({ text }) => !/[<|`#!]|^import|https?:/.test(text))
    const edits = spoilLines(options, lines, ({ text }) => {
      const words = [...text.matchAll(/(?<![\w/.(#-])[A-Za-z]{5,}(?![\w/(-])/g)].filter(({ 0: word, index }) => {
        const isInTarget = /\]\([^)]*$/.test(text.slice(0, index))
        return !isInTarget && word !== 'Signal' && dictionary.correct(word)
      })
      const chosen = random.pick(words.length > 0 ? words : [null])
      if (chosen === null) return null
      const [word] = chosen
      const wrong = random.chance(0.4) ? CONFUSED[word] : slip(random, word)
      // A slip that gives another word of the language has no certain answer.
      if (wrong === undefined || wrong === word || (dictionary.correct(wrong) && CONFUSED[word] !== wrong)) return null
      return text.slice(0, chosen.index) + wrong + text.slice(chosen.index + word.length)
    })
    return { faulty: withLines(clean, edits), answer: clean }
  },
}

export const renamedTerm: Kind = {
  name: 'renamed-term',
  prompt: 'Rename "Pulse" to "Signal" everywhere',
  make: ({ clean, withProduct }) => ({ faulty: withProduct('Pulse'), answer: clean }),
}

export const staleVersions: Kind = {
  name: 'stale-versions',
  prompt: `Replace "${OLD_VERSION}" with "${VERSION}", also in code blocks, but not in changelog.mdx`,
  make: (options) => {
    const { clean } = options
    const lines = Object.keys(clean)
      .filter((path) => path.endsWith('.mdx') && path !== 'changelog.mdx')
      .flatMap((path) => clean[path]!.split('\n').map((text, index) => ({ path, index, text })))
    const edits = spoilLines(options, lines, ({ text }) => (text.includes(VERSION) ? text.replace(VERSION, OLD_VERSION) : null))
    return { faulty: withLines(clean, edits), answer: clean }
  },
}
