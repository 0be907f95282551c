import { Argument, Command } from 'commander'
import { DRAINS } from '../analytics/collect/drains/drains.ts'
import { baseUrl } from '../config.ts'
import { getDrainKey } from '../keys/drain-keys.ts'
import { needProject } from './need-project.ts'
import { print } from './output.ts'
import { withContext } from './with-context.ts'

type Vendor = keyof typeof DRAINS

interface SecretOptions {
  project: string
  new?: boolean
  json?: boolean
}

export function drainCommand(): Command {
  const command = new Command('drain').description('Receive logs from Vercel, Netlify, Cloudflare or CloudFront.')
  command
    .command('secret')
    .description('Print what to paste at the vendor: the address and the secret.')
    .addArgument(new Argument('<vendor>', 'the vendor').choices(Object.keys(DRAINS)))
    .requiredOption('--project <id>', 'the project')
    .option('--new', 'create another secret; the old one works until you revoke it')
    .option('--json', 'print as JSON')
    .action(async (vendor: Vendor, options: SecretOptions) => {
      await withContext(async ({ config, databases, ids, serverSecret }) => {
        await needProject(databases.main, options.project)
        const { key, secret } = await getDrainKey(
          { database: databases.main, ids, serverSecret },
          { projectId: options.project, vendor, isNew: options.new ?? false, actor: 'cli' },
        )
        const url = `${baseUrl(config)}/v1/analytics/${options.project}/drains/${vendor}`
        const text = [
          ...STEPS[vendor](url, secret),
          '',
          `Key ${key.id}. To end it: docwright key revoke ${key.id}`,
          ...(config.publicUrl
            ? []
            : ['The vendor must reach this address: set DOCWRIGHT_PUBLIC_URL to how it is reached from outside.']),
        ]
        print(options.json ?? false, { vendor, id: key.id, url, secret }, text.join('\n'))
      })
    })
  return command
}

/** What to do where, in the words of each vendor. */
const STEPS: Record<Vendor, (url: string, secret: string) => string[]> = {
  vercel: (url, secret) => [
    'In Vercel: Team Settings, Drains, Add Drain, Logs, Custom Endpoint.',
    `  Endpoint URL:                  ${url}`,
    '  Encoding:                      NDJSON or JSON',
    '  Environments:                  Production only (previews are left out)',
    `  Signature Verification Secret: ${secret}`,
  ],
  netlify: (url, secret) => [
    'In Netlify: Logs & Metrics, Log Drains, Add a log drain, General HTTP endpoint.',
    `  Full URL:             ${url}`,
    `  Authorization header: Bearer ${secret}`,
    '  Log types:            Traffic, with personally identifiable information (addresses are not stored here)',
  ],
  cloudflare: (url, secret) => [
    'In Cloudflare: Analytics & Logs, Logpush, Create a Logpush job, HTTP destination, dataset HTTP requests.',
    `  HTTP endpoint: ${url}?header_Authorization=Bearer%20${secret}`,
    '  Fields:        ClientIP, ClientRequestHost, ClientRequestMethod, ClientRequestReferer, ClientRequestScheme,',
    '                 ClientRequestSource, ClientRequestURI, ClientRequestUserAgent, EdgeResponseStatus, EdgeStartTimestamp, RayID',
    '  Custom fields: the request headers accept, sec-fetch-mode, sec-fetch-dest, sec-purpose, signature-agent',
  ],
  cloudfront: (url, secret) => [
    'In AWS: a Firehose stream with the HTTP endpoint destination, fed by a CloudFront real-time log configuration.',
    `  HTTP endpoint URL: ${url}`,
    `  Access key:        ${secret}`,
    '  Content encoding:  GZIP',
    '  Buffer size:       16 MiB or less',
    '  Parameter fields:  the names of the chosen log fields, separated by commas, unless all are chosen',
  ],
}
