// As much of curl as the README uses, for machines that have none.
import { parseArgs } from 'node:util'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    request: { type: 'string', short: 'X' },
    header: { type: 'string', short: 'H', multiple: true },
    data: { type: 'string', short: 'd' },
    fail: { type: 'boolean', short: 'f' },
    silent: { type: 'boolean', short: 's' },
    'show-error': { type: 'boolean', short: 'S' },
  },
})

const headers = Object.fromEntries((values.header ?? []).map((header) => header.split(/: */, 2) as [string, string]))
const answer = await fetch(positionals[0]!, {
  method: values.request ?? 'GET',
  headers,
  ...(values.data === undefined ? {} : { body: values.data }),
})
process.stdout.write(await answer.text())
if (values.fail && !answer.ok) process.exitCode = 22
