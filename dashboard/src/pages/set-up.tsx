import { AccountForm } from '../components/account-form.tsx'
import { Front } from '../components/front.tsx'
import { Link } from '../components/link.tsx'
import { useLinkToken } from '../lib/link-token.ts'
import { navigate } from '../lib/router.ts'
import { people, session, welcome } from '../lib/session.ts'

/** Behind the link that the service prints at its first start. */
export function SetUp() {
  const token = useLinkToken()
  if (!session.value!.needsSetup || token === '')
    return (
      <Front title="This link no longer works">
        <p>
          {session.value!.needsSetup
            ? 'The link is incomplete. Copy all of it, including the part after the #.'
            : 'This server is already set up. A setup link works once.'}
        </p>
        <Link to="/" class="button wide">
          Sign in
        </Link>
      </Front>
    )
  return (
    <Front title="Set up Docwright">
      <p class="faint">You’ll be the admin. You can invite others later.</p>
      <AccountForm
        email={null}
        verb="Create account"
        onSubmit={async (account) => {
          const { user } = await people.setUp({ token, ...account })
          await welcome(user)
          navigate('/', 'replace')
        }}
      />
    </Front>
  )
}
