import { useAction } from '../lib/use-request.ts'
import { announce } from './announcer.tsx'
import { problemText } from '../lib/problem-text.ts'

/** Saves a table as a file. A plain link cannot do that: the service gives CSV to whoever asks for it in a header. */
export function CsvButton({ name, fetch }: { name: string; fetch: () => Promise<Blob> }) {
  const save = useAction(async () => {
    try {
      const link = document.createElement('a')
      link.href = URL.createObjectURL(await fetch())
      link.download = `${name}.csv`
      link.click()
      setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
    } catch (error) {
      announce(problemText(error))
      throw error
    }
  })
  return (
    <button type="button" class="small" disabled={save.isBusy} aria-label={`Save ${name} as CSV`} onClick={() => void save.run()}>
      CSV
    </button>
  )
}
