// `npm run openapi`: writes openapi.json from the routes of a service that is started for it. A test compares the two.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '../src/config.ts'
import { startService } from '../src/service.ts'

const folder = mkdtempSync(join(tmpdir(), 'docwright-openapi-'))
const service = await startService(
  readConfig({ PORT: '0', DOCWRIGHT_DATA: join(folder, 'data'), DOCWRIGHT_ROLE: 'api', DOCWRIGHT_LOG: 'silent' }),
)
const answer = await fetch(`${service.url}/openapi.json`)
writeFileSync(new URL('../openapi.json', import.meta.url), `${await answer.text()}\n`)
await service.stop()
rmSync(folder, { recursive: true, force: true })
