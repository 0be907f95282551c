import { domainToASCII } from 'node:url'

/**
 * What all spellings of one e-mail address have in common: case, quotes, a tag behind `+`, dots in the name, and a domain with letters of
 * its own or in its ASCII form. Two people may share it, so it tells only who has to be asked about again, never who someone is.
 */
export function mailboxOf(email: string): string {
  const at = email.lastIndexOf('@')
  const name = email
    .slice(0, Math.max(at, 0))
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/["\\\s]/g, '')
    .replace(/\+.*$/s, '')
    .replaceAll('.', '')
  return `${name}@${asciiDomain(email.slice(at + 1))}`
}

function asciiDomain(domain: string): string {
  const plain = domain.trim().normalize('NFKC').toLowerCase().replace(/\.+$/, '')
  return domainToASCII(plain) || plain
}
