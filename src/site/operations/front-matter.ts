import { z } from 'zod'
import { endWithFullStop } from '../edit/front-matter/end-descriptions.ts'
import { addMissingDescription, addMissingTitle } from '../edit/front-matter/missing-fields.ts'
import { removeField } from '../edit/front-matter/remove-field.ts'
import { repairFrontMatter } from '../edit/front-matter/repair-front-matter.ts'
import { setField } from '../edit/front-matter/set-field.ts'
import { ruleOperation } from './page-rules.ts'
import { SCOPE } from './scope.ts'

const KEY = z.string().regex(/^[A-Za-z_][\w-]{0,60}$/u)

export const setFrontMatter = ruleOperation({
  name: 'set_front_matter',
  help: 'Sets a field in the front matter of pages.',
  schema: z.object({ key: KEY, value: z.union([z.string(), z.boolean(), z.number()]), scope: SCOPE }),
  title: ({ key, value }) => `Set the ${key} to ${typeof value === 'string' ? `"${value}"` : value}`,
  rules: (_, { key, value }) => [setField(key, value)],
})

const FIELDS = z.enum(['title', 'description'])

export const addMissingFields = ruleOperation({
  name: 'add_missing_front_matter',
  help: 'Adds titles and descriptions where the front matter has none: titles from the first heading, descriptions from the first sentence.',
  schema: z.object({ fields: z.array(FIELDS).min(1), scope: SCOPE }),
  title: ({ fields }) => `Add missing ${fields.map((field) => `${field}s`).join(' and ')} to the front matter`,
  rules: (_, { fields }) => fields.map((field) => (field === 'title' ? addMissingTitle : addMissingDescription)),
  note: ({ fields }) =>
    fields.includes('description') ? 'Descriptions were generated from the first sentence of each page: please read them.' : null,
})

export const repairFields = ruleOperation({
  name: 'repair_front_matter',
  help: 'Repairs front matter that is not valid YAML, where rewriting single lines is all it takes.',
  schema: z.object({ scope: SCOPE }),
  title: () => 'Repair invalid front matter',
  rules: () => [repairFrontMatter],
})

export const removeFrontMatter = ruleOperation({
  name: 'remove_front_matter',
  help: 'Removes a field from the front matter of pages.',
  schema: z.object({ key: KEY, scope: SCOPE }),
  title: ({ key }) => `Remove the ${key} from the front matter`,
  rules: (_, { key }) => [removeField(key)],
})

export const endDescriptions = ruleOperation({
  name: 'end_descriptions',
  help: 'Ends the descriptions in the front matter with a full stop.',
  schema: z.object({ scope: SCOPE }),
  title: () => 'End descriptions with a full stop',
  rules: () => [endWithFullStop('description')],
})
