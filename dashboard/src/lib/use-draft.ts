import { useState } from 'preact/hooks'
import { user } from './session.ts'

/**
 * A text that the reader is writing. It outlives the dialog and the session, in this tab only and for this person only, until it is
 * sent.
 *
 * @param name What the text is for.
 */
export function useDraft(name: string, initial = ''): { text: string; setText: (text: string) => void; drop: () => void } {
  const key = `docwright.draft.${user.value?.id ?? ''}.${name}`
  const [text, keep] = useState(() => read(key) ?? initial)
  return {
    text,
    setText: (next) => {
      keep(next)
      write(key, next === initial ? null : next)
    },
    drop: () => {
      keep(initial)
      write(key, null)
    },
  }
}

function read(key: string): string | null {
  try {
    return sessionStorage.getItem(key)
  } catch {
    // Private windows may refuse.
    return null
  }
}

function write(key: string, text: string | null): void {
  try {
    if (text === null) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, text)
  } catch {
    // A draft that can't be kept is still in the field.
  }
}
