import { computed, signal } from '@preact/signals'
import { DocwrightClient, DocwrightError, type Project, type Session, SessionClient, type User } from '../../../client/index.ts'

const baseUrl = location.origin

export const people = new SessionClient({ baseUrl })

/** What a visitor with a share link signs in with; null for everyone else. */
export const visitorPass = signal<string | null>(null)

export function projectClient(projectId: string): DocwrightClient {
  return new DocwrightClient({ baseUrl, projectId, ...(visitorPass.value === null ? {} : { key: visitorPass.value }) })
}

/** Null until the service has answered for the first time. */
export const session = signal<Session | null>(null)
/** What went wrong when it was asked who is signed in. */
export const sessionTrouble = signal<unknown>(null)
/** True when somebody was signed in and is no longer: the page says so above the form. */
export const hasExpired = signal(false)
/** Null until they are loaded. */
export const projects = signal<Project[] | null>(null)

export const user = computed(() => session.value?.user ?? null)
export const canWrite = computed(() => user.value?.role === 'editor' || user.value?.role === 'admin')
export const isAdmin = computed(() => user.value?.role === 'admin')

export async function loadSession(): Promise<void> {
  sessionTrouble.value = null
  try {
    const found = await people.getSession()
    // Both at once: a person without projects for a moment would see the sign-in page for a moment.
    if (found.user) await loadProjects()
    session.value = found
  } catch (error) {
    sessionTrouble.value = error
  }
}

export async function loadProjects(): Promise<void> {
  projects.value = (await people.listProjects()).projects
}

export async function welcome(signedIn: User): Promise<void> {
  await loadProjects()
  hasExpired.value = false
  session.value = { ...session.value!, user: signedIn, needsSetup: false }
}

export function forget(expired: boolean): void {
  if (!session.value?.user) return
  hasExpired.value = expired
  session.value = { ...session.value, user: null }
  projects.value = null
}

/** Every request goes through here when it fails: a session that has ended is everybody's problem. */
export function noteProblem(error: unknown): void {
  if (error instanceof DocwrightError && error.problem.status === 401 && error.problem.code !== 'wrong_sign_in') forget(true)
}

const LAST_PROJECT = 'docwright.project'

/** The project that a person comes back to. It is a convenience: a browser that stores nothing goes to the first one. */
export function rememberProject(projectId: string): void {
  try {
    localStorage.setItem(LAST_PROJECT, projectId)
  } catch {
    // Private windows may refuse.
  }
}

export function lastProject(): Project | null {
  const all = projects.value ?? []
  let id: string | null = null
  try {
    id = localStorage.getItem(LAST_PROJECT)
  } catch {
    // Private windows may refuse.
  }
  return all.find((project) => project.projectId === id) ?? all[0] ?? null
}
