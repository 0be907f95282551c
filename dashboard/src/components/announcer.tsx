import { signal } from '@preact/signals'

interface Announcement {
  text: string
  /** Takes it back. */
  undo?: () => void
}

const current = signal<Announcement | null>(null)

/** How long it stays: long enough to be read, and with a way back, to decide. */
const SHOWN_MS = { plain: 4000, undo: 8000 }

/** Tells what happened, for a moment on the screen and aloud for those who do not see it. */
export function announce(text: string, undo?: () => void): void {
  const mine: Announcement = { text, ...(undo ? { undo } : {}) }
  current.value = mine
  setTimeout(
    () => {
      if (current.value === mine) current.value = null
    },
    undo ? SHOWN_MS.undo : SHOWN_MS.plain,
  )
}

export function Announcer() {
  const shown = current.value
  return (
    <div class="announcer" role="status" aria-live="polite">
      {shown && (
        <span>
          {shown.text}
          {shown.undo && (
            <button
              type="button"
              class="small"
              onClick={() => {
                current.value = null
                shown.undo?.()
              }}
            >
              Undo
            </button>
          )}
        </span>
      )}
    </div>
  )
}
