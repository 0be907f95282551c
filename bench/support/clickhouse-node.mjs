// One ClickHouse node: `clickhouse local` out of chdb's library, which listens until its process is ended.
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const [peers, folder] = process.argv.slice(2)
const require = createRequire(join(peers, 'package.json'))
const { DataType, load, open } = require('ffi-rs')
const library = join(dirname(require.resolve('@chdb/lib-linux-x64-gnu/package.json')), 'libchdb.so')
open({ library: 'chdb', path: library })
const words = [
  'clickhouse',
  '--path',
  join(folder, 'data'),
  '--config-file',
  join(folder, 'config.xml'),
  '--queries-file',
  join(folder, 'queries.sql'),
]
load({
  library: 'chdb',
  funcName: 'chdb_query_cmdline',
  retType: DataType.I32,
  paramsType: [DataType.I32, DataType.StringArray],
  paramsValue: [words.length, words],
})
