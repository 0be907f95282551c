import { Command } from 'commander'
import { findLocalServer, howToUse } from '../agents/models/find-local-server.ts'
import { installedModel } from '../agents/models/model-settings.ts'
import { type Config, readConfig } from '../config.ts'
import { offerSetUp, setUpLink } from '../people/set-up.ts'
import { type Service, startService } from '../service.ts'
import { VERSION } from '../version.ts'
import { print } from './output.ts'
import { type Sample, createSampleProject } from './sample-project.ts'

export function serveCommand(): Command {
  return new Command('serve')
    .description('Start the service.')
    .option('--new-secret', 'accept another DOCWRIGHT_SECRET than before; set the stored secrets again afterwards')
    .option('--json', 'print as JSON')
    .action(async (options: { json?: boolean; newSecret?: boolean }) => {
      const service = await startService(readConfig(), { takesNewSecret: options.newSecret ?? false })
      // At once, as after a kill: the next start takes up what was under way. 2, because it is our fault.
      void service.failed.then(() => process.exit(2))
      const stopped = untilSignal(service)
      try {
        await greet(service, options.json ?? false)
      } catch (error) {
        // Else it would go on listening behind an error that says that it did not start.
        await service.stop()
        throw error
      }
      await stopped
    })
}

async function greet(service: Service, asJson: boolean): Promise<void> {
  const sample = service.context.config.role === 'all' ? await createSampleProject(service.context) : null
  const setupLink = await makeSetUpLink(service)
  print(
    asJson,
    {
      url: service.url,
      ...(sample ? { projectId: sample.projectId, key: sample.key } : {}),
      ...(setupLink ? { setupLink } : {}),
    },
    welcome(service.url, sample, setupLink, sample ? await describeModel(service.context.config) : ''),
  )
}

/** While there is no admin, every start prints a new link for the first one. */
async function makeSetUpLink({ url, context }: Service): Promise<string | null> {
  if (context.config.role === 'worker') return null
  const token = await offerSetUp({ database: context.databases.main, ids: context.ids })
  return token && url + setUpLink(token)
}

/** The first signal asks the service to finish; a second one does not wait for it. */
async function untilSignal(service: Service): Promise<void> {
  const signal = await new Promise<NodeJS.Signals>((resolve) => {
    for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, resolve)
  })
  service.context.log.info({ signal }, 'stopping')
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => process.exit(1))
  // A terminal's Ctrl-C has no balancer behind it that would have to be told.
  await service.stop({ noticeSeconds: signal === 'SIGTERM' ? service.context.config.drainSeconds : 0 })
}

/** Which model gets the instructions that need one, or how to add one; only the first start says so. */
async function describeModel(config: Config): Promise<string> {
  const model = installedModel(config)
  if (model !== null) return `Instructions that need a model go to ${model}.`
  const server = config.noticesLocalModels ? await findLocalServer(fetch) : null
  if (server) return `${server.name} runs at ${server.url}. To use it for instructions that need a model, ${howToUse(server)}.`
  return 'Clear instructions need no model. For everything else, set ANTHROPIC_API_KEY, OPENAI_API_KEY or GEMINI_API_KEY and restart.'
}

const RULE = '─'.repeat(78)

/** What is shown only once stands last, between two lines, so that it's still on the screen when everything else is said. */
function welcome(url: string, sample: Sample | null, setupLink: string | null, model: string): string {
  const lines = [`Docwright ${VERSION} is listening on ${url}`, `Guide: ${url}/guide · API reference: ${url}/docs`]
  if (model !== '') lines.push(model)
  const once = [...(setupLink ? describeSetUp(setupLink) : []), ...(sample ? describeSample(url, sample) : [])]
  return once.length === 0 ? lines.join('\n') : [...lines, '', RULE, ...once, RULE, ''].join('\n')
}

function describeSetUp(link: string): string[] {
  return ['', 'Open this link to create your admin account. It works once.', '', `  ${link}`, '']
}

function describeSample(url: string, { projectId, key, prompt }: Sample): string[] {
  const body = JSON.stringify({ prompt })
  return [
    '',
    'A sample project is ready. Save the key: it is shown only this once.',
    '',
    `  Project id: ${projectId}`,
    `  Admin key:  ${key}`,
    '',
    'Start a first job:',
    '',
    `  curl -sS -X POST ${url}/v2/agent/${projectId}/job -H 'Authorization: Bearer ${key}' -H 'Content-Type: application/json' -d '${body}'`,
    '',
  ]
}
