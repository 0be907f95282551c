import { signal } from '@preact/signals'

/** The moment that relative times are told from. It moves on twice a minute. */
export const now = signal(Date.now())
setInterval(() => (now.value = Date.now()), 30_000)
