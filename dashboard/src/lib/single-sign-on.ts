import { query } from './router.ts'

/** What a single sign-on that failed left in the address. Only known words are shown: anyone can write an address. */
const TROUBLES: Record<string, string> = {
  single_sign_on_unavailable: 'The single sign-on can’t be reached. Try again later, or sign in with a password.',
  single_sign_on_expired: 'The single sign-on took too long. Try again.',
  single_sign_on_failed: 'The single sign-on failed. The log of the service says why.',
  email_not_verified: 'The single sign-on doesn’t vouch for your e-mail address. Verify the address there, then try again.',
  email_taken: 'Your e-mail address belongs to another account of the single sign-on. Ask an admin for help.',
  invite_needed: 'You need an invite. Ask an admin to invite the e-mail address of the account that you signed in with.',
  link_first:
    'You have an account with a password. Sign in with it once, then link the single sign-on on the Account page. Forgot the password? Ask an admin for a link (docwright user link).',
  other_organisation: 'This account isn’t from the organisation that may sign in here. Choose another account.',
  link_taken: 'This account of the single sign-on is linked with another account here.',
}

/** In words for the person who came back; undefined when all went well. */
export function singleSignOnTrouble(): string | undefined {
  const code = query.value.get('error') ?? ''
  return Object.hasOwn(TROUBLES, code) ? TROUBLES[code] : undefined
}
