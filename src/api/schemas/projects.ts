import { type Static, Type } from 'typebox'
import { CODE_HOST_NAMES } from '../../lib/code-host-names.ts'
import { SCOPES } from '../../keys/key.ts'
import { AGENTS } from '../../projects/project.ts'
import { type ProjectSettings, type SettingsChange, settingsSchema } from '../../projects/settings.ts'
import { NO_NUL } from '../../lib/well-formed.ts'
import { SECRET_NAMES } from '../../secrets/secret.ts'
import { SECRET_CHARACTERS_MAX } from '../../secrets/set-secret.ts'
import { DateTime, Enum, Nullable, ProjectParams } from './parts.ts'

const Name = (description: string) => Type.String({ minLength: 1, maxLength: 200, pattern: NO_NUL, description })
const Ref = Type.String({ minLength: 1, maxLength: 200, pattern: NO_NUL, description: 'The branch that pull requests target.' })
const Repository = Type.String({
  minLength: 1,
  maxLength: 2000,
  pattern: NO_NUL,
  description: 'The address of the repository; for a local one its path or a `file:` URL.',
})
const CodeHost = Enum(CODE_HOST_NAMES, { description: 'Where the repository is. Default: detected from its address.' })
const Agent = Enum(AGENTS, {
  description:
    'The agent. `auto` carries out clear instructions without a model and sends everything else to one, if there is one.',
})

const Settings = Type.Unsafe<ProjectSettings>(settingsSchema({ isChange: false }))
const SettingsChanges = Type.Unsafe<SettingsChange>(settingsSchema({ isChange: true }))

export const ProjectView = Type.Object(
  {
    projectId: Type.String(),
    name: Type.String(),
    repository: Type.String(),
    ref: Type.String({ description: 'The branch that pull requests target.' }),
    codeHost: Enum(CODE_HOST_NAMES),
    agent: Agent,
    settings: Settings,
    createdAt: DateTime('When the project was added.'),
  },
  { description: 'A documentation project.' },
)
export const ChangedProject = Type.Object(
  {
    ...ProjectView.properties,
    notes: Type.Array(Type.String(), {
      description: 'What a change of settings for views comes to: sentences about which earlier views it applies to.',
    }),
  },
  { description: 'A documentation project after a change.' },
)
export const ProjectList = Type.Object({ projects: Type.Array(ProjectView) })

const SecretValue = (description: string) =>
  Type.String({ minLength: 1, maxLength: SECRET_CHARACTERS_MAX, pattern: NO_NUL, description })
const connectionFields = {
  repository: Repository,
  ref: Type.Optional(Ref),
  codeHost: Type.Optional(CodeHost),
  token: Type.Optional(SecretValue("A token for the code host; overrides the server's. Stored as the secret `code-host-token`.")),
}
export const NewProjectBody = Type.Object({
  name: Name('The name of the project.'),
  ...connectionFields,
  agent: Type.Optional(Agent),
})
export const ConnectionBody = Type.Object({
  ...connectionFields,
  token: Type.Optional(SecretValue("A token for the code host; overrides the server's. It isn't stored.")),
})
export const ConnectionResult = Type.Union(
  [
    Type.Object({ ok: Type.Literal(true), codeHost: CodeHost, repository: Type.String(), ref: Type.String() }),
    Type.Object({
      ok: Type.Literal(false),
      code: Type.String({ description: "For programs. Codes don't change." }),
      message: Type.String({ description: 'What is wrong.' }),
      hint: Nullable('string', { description: 'What to do about it.' }),
    }),
  ],
  { description: 'Whether Docwright can work on the repository.' },
)
export const ProjectChanges = Type.Object({
  name: Type.Optional(Name('The name of the project.')),
  ref: Type.Optional(Ref),
  agent: Type.Optional(Agent),
  settings: Type.Optional(SettingsChanges),
})
export const Checklist = Type.Object(
  {
    repository: Type.Boolean({ description: 'Docwright can work on the repository.' }),
    job: Type.Boolean({ description: 'The project has had a job.' }),
    view: Type.Boolean({ description: 'The project has had a page view.' }),
  },
  { description: 'How far a project is set up.' },
)

const KeyKind = Enum(['admin', 'site'], {
  description:
    'Admin keys are secret and for servers. Site keys are public, for the script on your pages, and can only add views.',
})
const keyFields = {
  id: Type.String(),
  kind: KeyKind,
  name: Type.String(),
  scopes: Type.Array(Enum(SCOPES)),
  origins: Type.Array(Type.String(), { description: 'Sites that can use a site key. Empty: any.' }),
  prefix: Type.String({ description: 'How the key starts.' }),
  lastFour: Type.String({ description: 'The last four characters.' }),
  createdAt: DateTime('When it was created.'),
  createdBy: Type.String({ description: 'Who created it: the e-mail of a user, `cli`, or `setup`.' }),
  lastUsedAt: Nullable('string', { format: 'date-time', description: 'When it was last used, to the minute.' }),
  expiresAt: Nullable('string', { format: 'date-time', description: 'When it expires.' }),
  revokedAt: Nullable('string', { format: 'date-time', description: 'When it was revoked.' }),
}
export const KeyView = Type.Object(keyFields, { description: 'A key of a project, without its secret.' })
export const KeyList = Type.Object({ keys: Type.Array(KeyView) })
export const MadeKeyView = Type.Object(
  { ...keyFields, key: Type.String({ description: 'The key itself. Shown only once.' }) },
  { description: 'A new key.' },
)
export const NewKeyBody = Type.Object({
  kind: Type.Optional(KeyKind),
  name: Name('A name to recognise it by.'),
  scopes: Type.Optional(
    Type.Array(Enum(SCOPES), { minItems: 1, maxItems: 2, uniqueItems: true, description: 'Default: both. For admin keys.' }),
  ),
  expiresAt: Type.Optional(
    Nullable('string', { format: 'date-time', maxLength: 50, description: 'When it expires. Default: never.' }),
  ),
  origins: Type.Optional(
    Type.Array(Type.String({ maxLength: 300 }), { maxItems: 50, description: 'For site keys: the sites that can use it.' }),
  ),
})
export const RotateBody = Type.Object({
  overlapHours: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 24 * 90, description: 'How long the old key keeps working. Default: 24.' }),
  ),
})
export const KeyParams = Type.Object({ ...ProjectParams.properties, keyId: Type.String({ description: 'The key.' }) })

export const SecretView = Type.Object(
  {
    name: Enum(SECRET_NAMES, { description: '`code-host-token`, or the provider of the key.' }),
    lastFour: Nullable('string', { description: 'The last four characters. Null for a short one.' }),
    setAt: DateTime('When it was set.'),
    setBy: Type.String({ description: 'Who set it: the e-mail of a user, or `cli`.' }),
  },
  { description: "A secret of a project. Its value can't be read." },
)
export const SecretList = Type.Object({ secrets: Type.Array(SecretView) })
export const NewSecretBody = Type.Object({ value: SecretValue('The token or key.') })
export const SecretParams = Type.Object({
  ...ProjectParams.properties,
  name: Type.String({ description: `One of \`${SECRET_NAMES.join('`, `')}\`.` }),
})

export const AuditQuery = Type.Object({
  limit: Type.Integer({ minimum: 1, maximum: 250, default: 50, description: 'Maximum results.' }),
})
export const AuditList = Type.Object({
  entries: Type.Array(
    Type.Object({
      at: DateTime('When it happened.'),
      action: Type.String({ description: 'What was done, such as `key.create`.' }),
      actor: Type.String({ description: 'Who did it: the e-mail of a user, `cli`, or `setup`.' }),
      detail: Type.String({ description: 'The target.' }),
    }),
  ),
})

export type ProjectBody = Static<typeof ProjectView>
export type KeyBody = Static<typeof KeyView>
export type SecretBody = Static<typeof SecretView>
