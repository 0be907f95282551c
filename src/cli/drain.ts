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

/** Of the variables of Fastly; `json.escape` keeps a quote in a user agent from ending the value. */
const FASTLY_FORMAT = [
  '    {"time":"%{strftime({"%Y-%m-%dT%H:%M:%SZ"}, time.start)}V","request_id":"%{req.xid}V","client_ip":"%{req.http.Fastly-Client-IP}V",',
  '     "host":"%{json.escape(req.http.host)}V","scheme":"%{if(req.is_ssl, "https", "http")}V","request_method":"%{json.escape(req.method)}V",',
  '     "url":"%{json.escape(req.url)}V","response_status":"%{resp.status}V","request_user_agent":"%{json.escape(req.http.User-Agent)}V",',
  '     "request_referer":"%{json.escape(req.http.Referer)}V","accept":"%{json.escape(req.http.Accept)}V",',
  '     "sec_fetch_mode":"%{json.escape(req.http.Sec-Fetch-Mode)}V","sec_fetch_dest":"%{json.escape(req.http.Sec-Fetch-Dest)}V",',
  '     "resp_content_type":"%{json.escape(resp.http.Content-Type)}V"}',
]

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
  fastly: (url, secret) => [
    'In Fastly: the service, Logging, HTTPS, Create endpoint. Fastly asks this host for a challenge first; Docwright answers it.',
    `  URL:                     ${url}`,
    '  Custom header name:      Authorization',
    `  Custom header value:     Bearer ${secret}`,
    '  JSON log entry format:   Newline delimited, Content type application/x-ndjson',
    '  Maximum bytes:           10000000',
    '  Log format:',
    ...FASTLY_FORMAT,
  ],
  akamai: (url, secret) => [
    'In Akamai: DataStream, Create stream, log format JSON, destination Custom HTTPS.',
    `  Endpoint URL:    ${url}`,
    '  Authentication:  Basic, with any user name',
    `  Password:        ${secret}`,
    '  Send compressed: yes',
    '  Data set fields: Request ID, Request time, Client IP, Request host, method, path, query string and protocol, Status code,',
    '                   User-Agent, Referer, Content type of the response',
  ],
  gcp: (url, secret) => [
    'In Google Cloud: a log router sink with the filter resource.type="http_load_balancer" to a Pub/Sub topic, then a subscription:',
    '  Delivery type:   Push, with authentication enabled and any service account',
    `  Endpoint URL:    ${url}`,
    `  Audience:        ${secret}`,
  ],
}
