import { type Static, Type } from 'typebox'
import { INVITE_ROLE, ROLES } from '../../people/person.ts'
import { NO_NUL } from '../../lib/well-formed.ts'
import { DateTime, Enum, Nullable, OrNull } from './parts.ts'

const Text = (max: number, description: string) => Type.String({ minLength: 1, maxLength: max, pattern: NO_NUL, description })

const Email = Text(320, 'The e-mail address, in any case.')
const Name = Text(200, 'The name that others see.')
const NewPassword = Text(1024, 'At least 12 characters and at most 1,024 bytes. Any characters.')
const Token = (link: string) => Text(200, `The part of the ${link} after \`#\`.`)
const Role = (description: string) => Enum(ROLES, { description })
const ROLE =
  '`viewer` can read. `editor` can also start jobs, merge and send views. `admin` can also manage projects, keys and people.'

const userFields = {
  id: Type.String(),
  email: Type.String(),
  name: Type.String(),
  role: Role(ROLE),
}

/** Who is signed in. */
export const UserView = Type.Object(userFields, { description: 'A person who can sign in.' })
export const UserAnswer = Type.Object({ user: UserView })

export const ListedUser = Type.Object(
  {
    ...userFields,
    createdAt: DateTime('When this person joined.'),
    lastSignInAt: Nullable('string', { format: 'date-time', description: 'When this person last signed in.' }),
  },
  { description: 'A person who can sign in, as admins see them.' },
)
export const UserList = Type.Object({ users: Type.Array(ListedUser) })
export const UserParams = Type.Object({ id: Type.String({ description: 'The user.' }) })
export const RoleBody = Type.Object({ role: Role(ROLE) })

export const SessionAnswer = Type.Object({
  user: OrNull(UserView),
  needsSetup: Type.Boolean({ description: 'True while there is no admin. The server prints a set-up link when it starts.' }),
  signsInWith: Type.Array(Enum(['password', 'single-sign-on']), {
    description: 'How the user can sign in. Empty if no one is signed in.',
  }),
  singleSignOn: OrNull(Type.Object({ label: Type.String({ description: 'The label of the button.' }) })),
  version: Type.String(),
})
export const SignInBody = Type.Object({ email: Email, password: Text(1024, 'The password.') })
export const SignOutQuery = Type.Object({
  everywhere: Type.Optional(Enum(['true', 'false'], { description: 'Ends all sessions of the user, on all devices.' })),
})
export const SetUpBody = Type.Object({
  token: Token('set-up link'),
  email: Email,
  name: Name,
  password: NewPassword,
})
export const TokenBody = Type.Object({ token: Token('link') })
export const RecoveryPeek = Type.Object({ email: Type.String() })
export const RecoveryBody = Type.Object({ token: Token('recovery link'), password: NewPassword })
export const LinkBody = Type.Object({ password: Text(1024, 'Your password.') })
export const LinkAnswer = Type.Object({
  location: Type.String({ format: 'uri', description: "The provider's page." }),
})
export const PasswordBody = Type.Object({ current: Text(1024, 'The current password.'), new: NewPassword })

const inviteFields = { id: Type.String(), email: Type.String(), role: Role(ROLE), createdAt: DateTime('When it was created.') }
const ExpiresAt = DateTime('When the link expires, a week after it was created.')

export const InviteBody = Type.Object({
  email: Email,
  role: Type.Optional(Role(`${ROLE} Left out: \`${INVITE_ROLE}\`.`)),
})
export const NewInvite = Type.Object({
  id: Type.String(),
  link: Type.String({ format: 'uri', description: 'The link for the invited person. Shown only once.' }),
  expiresAt: ExpiresAt,
})
export const InviteList = Type.Object({
  invites: Type.Array(Type.Object({ ...inviteFields, expiresAt: ExpiresAt })),
  defaultRole: Role('The role of an invite without one.'),
})
export const InviteParams = Type.Object({ id: Type.String({ description: 'The invite.' }) })
export const InvitePeek = Type.Object({ email: Type.String(), role: Role(ROLE) })
export const AcceptInviteBody = Type.Object({ token: Token('invite link'), name: Name, password: NewPassword })

export const NoticeList = Type.Object({
  notices: Type.Array(
    Type.Object({
      code: Type.String(),
      message: Type.String({ description: 'What is wrong.' }),
      advice: Type.String({ description: 'What to do about it.' }),
    }),
  ),
})

/** The answer is in the `Location` header. */
export const Redirection = Type.Unsafe<undefined>({ type: 'null', description: 'Continue at `Location`.' })

export type UserBody = Static<typeof UserView>
