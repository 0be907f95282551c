import type { Command } from 'commander'
import { asTyped } from './as-typed.ts'

/** What to type, for the commands that people start with. By the words of the command. */
const EXAMPLES: ReadonlyMap<string, readonly string[]> = new Map([
  ['docwright', ['docwright serve', 'docwright doctor', 'docwright job create --project prj_… \'Replace "a" with "b"\' --wait']],
  ['docwright serve', ['PORT=9000 DOCWRIGHT_DATA=/srv/docwright docwright serve']],
  [
    'docwright project create',
    [
      'docwright project create "My docs" --repository ./docs',
      'docwright project create "My docs" --repository https://github.com/acme/docs --token-from-env MY_TOKEN',
    ],
  ],
  ['docwright project set', ['docwright project set prj_… --base-path /docs', 'docwright project set prj_… --agent offline']],
  ['docwright project secret set', ['docwright project secret set --project prj_… anthropic < key.txt']],
  [
    'docwright key create',
    [
      'docwright key create --project prj_… --name CI --expires-in 90d',
      'docwright key create --project prj_… --kind site --origin https://docs.example.com',
    ],
  ],
  ['docwright user invite', ['docwright user invite ada@example.com --role editor']],
  ['docwright job create', ['docwright job create --project prj_… "Fix the broken links" --watch']],
  ['docwright job message', ['docwright job message job_… "only in guides/" --wait']],
  ['docwright pull-request merge', ['docwright pull-request merge http://127.0.0.1:8080/pull-requests/…']],
  [
    'docwright views import',
    [
      'docwright views import --project prj_… --dry-run access.log*',
      'zstdcat access.log.zst | docwright views import --project prj_… -',
    ],
  ],
  ['docwright views follow', ['docwright views follow --project prj_… /var/log/nginx/access.log']],
  ['docwright views export', ['docwright views export --project prj_… --from 2026-01-01 --csv']],
  ['docwright drain secret', ['docwright drain secret --project prj_… vercel']],
  ['docwright classify', ['docwright classify --user-agent "Claude-User (claude-code/2.1.90)" --path /guides/setup.md']],
])

export function addExamples(command: Command, path = command.name()): void {
  const examples = EXAMPLES.get(path)
  const title = examples?.length === 1 ? 'Example' : 'Examples'
  if (examples) command.addHelpText('after', () => `\n${title}:\n${examples.map((line) => `  ${asTyped(line)}`).join('\n')}`)
  for (const child of command.commands) addExamples(child, `${path} ${child.name()}`)
}
