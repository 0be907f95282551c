import { effect, signal } from '@preact/signals'

export const THEMES = [
  ['system', 'System'],
  ['light', 'Light'],
  ['dark', 'Dark'],
] as const

export type Theme = (typeof THEMES)[number][0]

const KEY = 'docwright.theme'

export const theme = signal<Theme>(read())

function read(): Theme {
  try {
    return THEMES.find(([name]) => name === localStorage.getItem(KEY))?.[0] ?? 'system'
  } catch {
    // Private windows may refuse.
    return 'system'
  }
}

effect(() => {
  document.documentElement.dataset['theme'] = theme.value
})

export function setTheme(next: Theme): void {
  theme.value = next
  try {
    localStorage.setItem(KEY, next)
  } catch {
    // It lasts as long as the page then.
  }
}
