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
            ? 'The link is not whole: copy all of it, with the part behind the #.'
            : 'The service is set up already, and a set-up link works once.'}
        </p>
        <Link to="/" class="button wide">
          Sign in
        </Link>
      </Front>
    )
  return (
    <Front title="Set up Docwright">
      <p class="faint">The first account is an admin. You can invite others afterwards.</p>
      <AccountForm
        email={null}
        verb="Create the account"
        onSubmit={async (account) => {
          const { user } = await people.setUp({ token, ...account })
          await welcome(user)
          navigate('/', 'replace')
        }}
      />
    </Front>
  )
}
