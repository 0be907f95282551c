import { rename, rm } from 'node:fs/promises'

/**
 * Moved away first: half a mirror must not be found under its name, and a file that someone puts there meanwhile would keep the folder.
 * Only for whoever has its turn.
 */
export async function removeMirror(gitDir: string): Promise<void> {
  const away = `${gitDir}.removed`
  await rm(away, { recursive: true, force: true })
  try {
    await rename(gitDir, away)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  await rm(away, { recursive: true, force: true, maxRetries: 3 })
}
