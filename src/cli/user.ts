import { Command, Option } from 'commander'
import { baseUrl } from '../config.ts'
import { removePerson } from '../people/change-people.ts'
import { invite, inviteLink } from '../people/invites.ts'
import { findPerson, findPersonByEmail, listPeople } from '../people/person-store.ts'
import { INVITE_ROLE, type Person, ROLES, type Role } from '../people/person.ts'
import { offerRecovery, recoveryLink } from '../people/recovery.ts'
import { toEmail } from '../people/email.ts'
import { UsageError } from './errors.ts'
import { print, table, toDateTime } from './output.ts'
import { withContext } from './with-context.ts'
import type { Context } from '../wiring/context.ts'

export function userCommand(): Command {
  const command = new Command('user').description('Manage the people who can sign in to the dashboard.')
  command
    .command('invite <email>')
    .description('Create a link that lets a person join. It works once, for a week.')
    .addOption(new Option('--role <role>', 'what the person can do').choices(ROLES).default(INVITE_ROLE))
    .option('--json', 'print as JSON')
    .action(async (email: string, options: { role: Role; json?: boolean }) => {
      await withContext(
        async ({ databases, ids, config }) => {
          const { invite: made, token } = await invite(
            { database: databases.main, ids },
            { email, role: options.role, actor: 'cli' },
          )
          const link = baseUrl(config) + inviteLink(token)
          print(
            options.json ?? false,
            { id: made.id, link, expiresAt: new Date(made.expiresAt).toISOString() },
            `${link}\n\nSend this link to ${made.email}. It is shown once, works once, and expires ${toDateTime(made.expiresAt)}.`,
          )
        },
        { mayBeFirst: true },
      )
    })
  command
    .command('link <email-or-id>')
    .description(
      'Create a link that lets a person choose a new password. It works once, for a day, even while sign-ins are locked.',
    )
    .option('--json', 'print as JSON')
    .action(async (named: string, options: { json?: boolean }) => {
      await withContext(async ({ databases, ids, config }) => {
        const person = await needPerson(databases.main, named)
        const { token, expiresAt } = await offerRecovery({ database: databases.main, ids }, person, 'cli')
        const link = baseUrl(config) + recoveryLink(token)
        print(
          options.json ?? false,
          { id: person.id, link, expiresAt: new Date(expiresAt).toISOString() },
          `${link}\n\nSend this link to ${person.email}. It is shown once, works once, and expires ${toDateTime(expiresAt)}.`,
        )
      })
    })
  command
    .command('list')
    .description('List the people who can sign in.')
    .option('--json', 'print as JSON')
    .action(async (options: { json?: boolean }) => {
      await withContext(async ({ databases }) => {
        const people = await listPeople(databases.main)
        const rows = people.map(({ id, email, name, role, lastSignInAt }) => [id, email, name, role, toDateTime(lastSignInAt)])
        print(
          options.json ?? false,
          {
            users: people.map(({ id, email, name, role, createdAt, lastSignInAt }) => ({
              id,
              email,
              name,
              role,
              createdAt: new Date(createdAt).toISOString(),
              lastSignInAt: lastSignInAt === null ? null : new Date(lastSignInAt).toISOString(),
            })),
          },
          people.length === 0
            ? 'No one can sign in yet. The server prints a set-up link when it starts.'
            : table([['ID', 'E-MAIL', 'NAME', 'ROLE', 'LAST SIGN-IN'], ...rows]),
        )
      })
    })
  command
    .command('remove <email-or-id>')
    .description('Remove a person and end all their sessions. Without an admin, the next start prints a new set-up link.')
    .option('--json', 'print as JSON')
    .action(async (named: string, options: { json?: boolean }) => {
      await withContext(async ({ databases, ids }) => {
        const { main } = databases
        const found = await needPerson(main, named)
        const removed = await removePerson({ database: main, ids }, { id: found.id, actor: 'cli', mayBeLastAdmin: true })
        print(options.json ?? false, { id: removed.id, email: removed.email }, `${removed.email} cannot sign in any more.`)
      })
    })
  return command
}

async function needPerson(database: Context['databases']['main'], named: string): Promise<Person> {
  const found = (await findPerson(database, named)) ?? (await findPersonByEmail(database, toEmail(named)))
  if (!found) throw new UsageError(`there is no user ${named}`, 'docwright user list')
  return found
}
