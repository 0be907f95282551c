import { signal } from '@preact/signals'

/** Counts changes of notes, so that the chart asks for them again. */
export const noteChanges = signal(0)
