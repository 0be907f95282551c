/** What the generated documentation speaks of. Its product has had three names for its parts: prose, packages and addresses. */

/** A section of the site: its folder, its label in the navigation, and what its pages do with their subjects. */
export interface Area {
  folder: string
  label: string
  verbs: readonly string[]
}

export const AREAS: readonly Area[] = [
  { folder: 'get-started', label: 'Get started', verbs: ['Create', 'Plan'] },
  { folder: 'guides', label: 'Guides', verbs: ['Configure', 'Rotate', 'Share', 'Review'] },
  { folder: 'concepts', label: 'Concepts', verbs: ['Understand'] },
  { folder: 'integrations', label: 'Integrations', verbs: ['Connect', 'Import'] },
  { folder: 'deploy', label: 'Deploy', verbs: ['Deploy', 'Scale'] },
  { folder: 'sdks/node', label: 'Node.js', verbs: ['Call', 'Test'] },
  { folder: 'sdks/python', label: 'Python', verbs: ['Call', 'Test'] },
  { folder: 'sdks/go', label: 'Go', verbs: ['Call', 'Test'] },
  { folder: 'cli', label: 'Command line', verbs: ['List', 'Export'] },
  { folder: 'reference', label: 'Reference', verbs: ['Fields of', 'Limits of'] },
  { folder: 'security', label: 'Security', verbs: ['Protect', 'Audit'] },
  { folder: 'troubleshooting', label: 'Troubleshooting', verbs: ['Repair', 'Trace'] },
]

export const SUBJECTS: readonly string[] = [
  'access policies',
  'alert rules',
  'API keys',
  'audit logs',
  'background tasks',
  'backup schedules',
  'billing reports',
  'build pipelines',
  'cache settings',
  'custom domains',
  'dashboards',
  'data exports',
  'delivery channels',
  'email templates',
  'environment variables',
  'event streams',
  'feature flags',
  'health checks',
  'identity providers',
  'incident reports',
  'machine accounts',
  'message queues',
  'metrics',
  'network rules',
  'notification groups',
  'payment methods',
  'query filters',
  'rate limits',
  'release channels',
  'retention rules',
  'saved searches',
  'service accounts',
  'session tokens',
  'status pages',
  'storage buckets',
  'team roles',
  'usage quotas',
  'user groups',
  'webhook endpoints',
  'workspaces',
]

/** `{subject}` is what the page is about and `{product}` the name of the product. One sentence to a line, as many teams write. */
export const SENTENCES: readonly string[] = [
  'You can change {subject} at any time, and the change takes effect within a few seconds.',
  'Every member of the team sees the same {subject}, but only an owner is allowed to remove them.',
  'Before you continue, make sure that your account has permission to read {subject}.',
  'The default configuration is suitable for most teams, and you rarely need to adjust it.',
  'If a request fails, the service waits for a moment and then tries again up to three times.',
  'Results are returned in the order in which they were created, with the newest first.',
  'We recommend a separate environment for development, so that nobody changes production by accident.',
  'An administrator receives a message whenever somebody creates or removes {subject}.',
  'Large responses are divided into several pages, and each page contains a reference to the next one.',
  'The dashboard displays a summary of the previous week together with a comparison.',
  'It is possible to combine several conditions, but a single condition is easier to understand.',
  'Keep the secret in a safe place, because it is shown only once.',
  'The operation is immediately visible in the history of the project.',
  'Without an explicit time zone, all dates are interpreted as coordinated universal time.',
  'Choose a descriptive name, because other people will look for it later.',
  'When the maximum is reached, additional requests are rejected until the beginning of the next hour.',
  'The language of the interface depends on the preferences of the person who is signed in.',
  'Organizations with strict requirements usually store this information in their own region.',
  'Deleting {subject} is permanent, and there is no way to recover them afterwards.',
  'A background process removes expired entries approximately once a day.',
  'The connection is encrypted, and certificates are renewed automatically.',
  'Existing customers keep their current behavior until they decide to switch.',
  'Each attempt is recorded with its duration, its result and the address of the caller.',
  'For performance reasons, statistics are calculated in advance and refreshed every five minutes.',
]

/** Sentences with the name of the product in the forms that it takes in prose. */
export const PRODUCT_SENTENCES: readonly string[] = [
  '{product} keeps {subject} in sync across all of your environments.',
  'Open **{product}** and select the project that owns {subject}.',
  "{product}'s scheduler looks for {subject} every minute.",
  'This also works with {product}-managed {subject}.',
  'Since everything goes through {product}, there is nothing to install on other machines.',
  'If you come from another tool, read how *{product}* compares before you import {subject}.',
]

/** Sentences with words that look like the product, a link or a mistake and are right as they are. */
export const LOOK_ALIKES: readonly string[] = [
  'The device sends a pulse every ten seconds, and a missing pulse raises an alert.',
  'An impulse shorter than a second is not counted.',
  'On Linux workstations the recorder needs PulseAudio 16 or newer.',
  'The class `Pulse` and the command `pulse` keep their names in this version.',
  'The old address https://pulse.example.com/login still works.',
  'Set `recieve_timeout` to a number of seconds; the name of this option is spelled like that for historical reasons.',
  'Machines in the network 10.4.2.7/29 are not monitored, and neither are those with kernel 14.2.70.',
  'We test with nginx, kubectl and systemd on every supported distribution.',
]

export const CODE_BLOCKS: readonly string[] = [
  '```bash\n# Instal the comand line tool, then sign in.\npulse login --host https://pulse.example.com\npulse apply ./config.yaml\n```',
  "```ts\nimport { PulseClient } from '@example/pulse'\n\n// See [the guide](/guides/does-not-exist) for teh options.\nconst Pulse = new PulseClient({ retries: 3 })\nawait Pulse.send('ready')\n```",
  '```yaml\ntitle: Pulse\nservices:\n  worker:\n    image: registry.example.com/pulse:{version}\n    restart: always\n```',
  '```json\n{\n  "name": "Pulse",\n  "version": "{version}",\n  "link": "/old/address"\n}\n```',
  '```markdown\n# Title\n\n#### A heading inside an example\n\n[broken](./nowhere.mdx)\n```',
  '```bash\nnpm install @example/pulse@{version}\n```',
  '```bash\ncurl -fsSL https://get.example.com/v{version}/install.sh | sh\n```',
]
