/** How a column is stored. `bytes` is a binary value. */
type ColumnType = 'text' | 'integer' | 'bigint' | 'bytes'

/** What an upsert does to a count that is there: adds to it, or keeps the smaller or the larger one. */
type Change = 'add' | 'least' | 'greatest'

/** A table whose rows are sums over their key. */
export interface Table {
  readonly name: string
  readonly keys: Readonly<Record<string, ColumnType>>
  readonly counts: Readonly<Record<string, Change>>
}

const COUNTS = { human: 'add', human_beacon: 'add', ai: 'add', ai_beacon: 'add' } as const

/** Every table that rows are added to. The columns are in the order in which values are passed. */
export const TABLES = {
  watermark: table('watermark', { project_id: 'text' }, { value: 'add' }),
  viewHour: table('view_hour', { project_id: 'text', bucket: 'integer', page_id: 'integer' }, COUNTS),
  siteHour: table('site_hour', { project_id: 'text', bucket: 'integer' }, COUNTS),
  siteDay: table('site_day', { project_id: 'text', bucket: 'integer' }, COUNTS),
  agentDay: table(
    'agent_day',
    { project_id: 'text', day: 'integer', client_id: 'integer' },
    { views: 'add', views_beacon: 'add' },
  ),
  agentPageDay: table(
    'agent_page_day',
    { project_id: 'text', day: 'integer', client_id: 'integer', page_id: 'integer' },
    { views: 'add', views_beacon: 'add' },
  ),
  referrerDay: table('referrer_day', { project_id: 'text', day: 'integer', referrer_id: 'integer', page_id: 'integer' }, COUNTS),
  traitDay: table(
    'trait_day',
    { project_id: 'text', day: 'integer', traits_id: 'integer', page_id: 'integer' },
    { human: 'add', human_beacon: 'add' },
  ),
  missDay: table(
    'miss_day',
    {
      project_id: 'text',
      day: 'integer',
      missing_id: 'integer',
      client_id: 'integer',
      referrer_id: 'integer',
      status: 'integer',
    },
    { count: 'add', first_at: 'least', last_at: 'greatest' },
  ),
  rawHour: table(
    'raw_hour',
    {
      project_id: 'text',
      bucket: 'integer',
      page_id: 'integer',
      trace_id: 'integer',
      client_id: 'integer',
      referrer_id: 'integer',
      source: 'integer',
      traits_id: 'integer',
    },
    { count: 'add' },
  ),
  exclusion: table('exclusion', { project_id: 'text', day: 'integer', reason: 'text' }, { count: 'add' }),
  visitor: table('visitor', { project_id: 'text', day: 'integer', hash: 'text' }, {}),
  seenEvent: table('seen_event', { project_id: 'text', event_id: 'text' }, { at: 'greatest' }),
} satisfies Record<string, Table>

function table(name: string, keys: Table['keys'], counts: Table['counts']): Table {
  return { name, keys, counts }
}

export function columnsOf({ keys, counts }: Table): string[] {
  return [...Object.keys(keys), ...Object.keys(counts)]
}

export function typesOf({ keys, counts }: Table): ColumnType[] {
  return [...Object.values(keys), ...Object.keys(counts).map(() => 'bigint' as const)]
}

/** What follows the values of an insert, so that a row that is there grows. `least` and `greatest` have other names in SQLite. */
export function onConflict({ name, keys, counts }: Table, functions: Record<'least' | 'greatest', string>): string {
  const changes = Object.entries(counts).map(([column, change]) =>
    change === 'add'
      ? `${column} = ${name}.${column} + excluded.${column}`
      : `${column} = ${functions[change]}(${name}.${column}, excluded.${column})`,
  )
  return `on conflict (${Object.keys(keys).join(', ')}) do update set ${changes.join(', ')}`
}

/** Beyond every bucket, and still a number that both engines store as an integer. */
export const DAY_MAX = 0x7fff_ffff
