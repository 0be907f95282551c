import { type Static, Type } from 'typebox'
import { INVITE_ROLE, ROLES } from '../../people/person.ts'
import { NO_NUL } from '../../lib/well-formed.ts'
import { DateTime, Enum, Nullable, OrNull } from './parts.ts'

const Text = (max: number, description: string) => Type.String({ minLength: 1, maxLength: max, pattern: NO_NUL, description })

const Email = Text(320, 'The e-mail address. Its case does not matter.')
const Name = Text(200, 'How others see this person.')
const NewPassword = Text(1024, 'At least 12 characters, at most 1,024 bytes. All characters are welcome, and none is required.')
const Token = (link: string) => Text(200, `What follows the \`#\` of the ${link}.`)
const Role = (description: string) => Enum(ROLES, { description })
const ROLE = '`viewer` reads; `editor` also writes: jobs, merges, views; `admin` also manages projects, keys and people.'

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
    createdAt: DateTime('When this person came.'),
    lastSignInAt: Nullable('string', { format: 'date-time', description: 'When this person signed in last.' }),
  },
  { description: 'A person who can sign in, as admins see them.' },
)
export const UserList = Type.Object({ users: Type.Array(ListedUser) })
export const UserParams = Type.Object({ id: Type.String({ description: 'The user.' }) })
export const RoleBody = Type.Object({ role: Role(ROLE) })

export const SessionAnswer = Type.Object({
  user: OrNull(UserView),
  needsSetup: Type.Boolean({ description: 'True while there is no admin: the service printed a set-up link when it started.' }),
  signsInWith: Type.Array(Enum(['password', 'single-sign-on']), { description: 'How the user can sign in; empty for no one.' }),
  singleSignOn: OrNull(Type.Object({ label: Type.String({ description: 'What to write on the button.' }) })),
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
  location: Type.String({ format: 'uri', description: 'The page of the provider.' }),
})
export const PasswordBody = Type.Object({ current: Text(1024, 'The password until now.'), new: NewPassword })

const inviteFields = { id: Type.String(), email: Type.String(), role: Role(ROLE), createdAt: DateTime('When it was made.') }
const ExpiresAt = DateTime('When the link stops working: a week after it was made.')

export const InviteBody = Type.Object({
  email: Email,
  role: Type.Optional(Role(`${ROLE} Left out: \`${INVITE_ROLE}\`.`)),
})
export const NewInvite = Type.Object({
  id: Type.String(),
  link: Type.String({ format: 'uri', description: 'For the person that is invited. It is shown this once.' }),
  expiresAt: ExpiresAt,
})
export const InviteList = Type.Object({
  invites: Type.Array(Type.Object({ ...inviteFields, expiresAt: ExpiresAt })),
  defaultRole: Role('Of an invite that names none.'),
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
export const Redirection = Type.Unsafe<undefined>({ type: 'null', description: 'Go on at `Location`.' })

export type UserBody = Static<typeof UserView>
