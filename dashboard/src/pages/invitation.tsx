import { AccountForm } from '../components/account-form.tsx'
import { Front } from '../components/front.tsx'
import { Link } from '../components/link.tsx'
import { Loaded } from '../components/states.tsx'
import { useLinkToken } from '../lib/link-token.ts'
import { navigate } from '../lib/router.ts'
import { people, session, welcome } from '../lib/session.ts'
import { useRequest } from '../lib/use-request.ts'
import { DocwrightError } from '../../../client/index.ts'

/** Behind the link of an invite. */
export function Invitation() {
  const token = useLinkToken()
  const invite = useRequest(
    () =>
      people.peekInvite(token || '-').catch((error: unknown) => {
        if (error instanceof DocwrightError && error.problem.status === 404) return 'gone' as const
        throw error
      }),
    [token],
  )
  if (invite.data === 'gone')
    return (
      <Front title="This invite no longer works">
        <p>It was used or revoked, or is older than a week. Ask an admin for a new one.</p>
        <Link to="/" class="button wide">
          Sign in
        </Link>
      </Front>
    )
  return (
    <Front title="Join Docwright">
      <Loaded answer={invite} rows={4}>
        {(found) =>
          found !== 'gone' && (
            <>
              <p class="faint">You’re invited as {found.role === 'viewer' ? 'a viewer' : `an ${found.role}`}.</p>
              <AccountForm
                email={found.email}
                verb="Join"
                onSubmit={async ({ name, password }) => {
                  const { user } = await people.acceptInvite(token, { name, password })
                  await welcome(user)
                  navigate('/', 'replace')
                }}
              />
              {session.value!.singleSignOn && <JoinElsewhere label={session.value!.singleSignOn.label} email={found.email} />}
            </>
          )
        }
      </Loaded>
    </Front>
  )
}

/** The invite is found by the e-mail address that the provider vouches for, so its token goes nowhere. */
function JoinElsewhere({ label, email }: { label: string; email: string }) {
  return (
    <>
      <p>
        <a class="button wide" href="/v1/sign-in/openid">
          Join with {label}
        </a>
      </p>
      <p class="faint">Choose the account with the e-mail address {email}.</p>
    </>
  )
}
