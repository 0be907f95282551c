import { signal } from '@preact/signals'

const message = signal('')

/** Tells what happened, for a moment on the screen and aloud for those who do not see it. */
export function announce(text: string): void {
  message.value = text
  setTimeout(() => {
    if (message.value === text) message.value = ''
  }, 4000)
}

export function Announcer() {
  return (
    <div class="announcer" role="status" aria-live="polite">
      {message.value && <span>{message.value}</span>}
    </div>
  )
}
