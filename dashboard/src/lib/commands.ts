import { signal } from '@preact/signals'

/** Open from anywhere: by a button, a key or the command palette. */
export const isStartingJob = signal(false)
export const isPaletteOpen = signal(false)

/** True where a key is part of a text. */
function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
}

addEventListener('keydown', (event) => {
  const isPalette = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.key.toLowerCase() === 'k'
  const isSlash = event.key === '/' && !event.ctrlKey && !event.metaKey && !event.altKey && !isTyping(event.target)
  // A dialog keeps the keyboard to itself.
  if ((!isPalette && !isSlash) || document.querySelector('dialog[open]')) return
  event.preventDefault()
  isPaletteOpen.value = true
})
