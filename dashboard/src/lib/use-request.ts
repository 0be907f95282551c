import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import { noteProblem } from './session.ts'

export interface Answer<Result> {
  /** What came last; it stays while the next answer is on its way, so that nothing jumps. */
  data: Result | null
  problem: unknown
  isLoading: boolean
  reload(): Promise<void>
}

/**
 * Asks the service whenever one of the dependencies changes. An answer that is overtaken by a later question is dropped.
 *
 * @param pollMs Asks again so long after each answer, while the window is looked at.
 */
export function useRequest<Result>(
  ask: () => Promise<Result>,
  dependencies: unknown[],
  pollMs: number | null = null,
): Answer<Result> {
  const [state, setState] = useState<{ data: Result | null; problem: unknown; isLoading: boolean }>({
    data: null,
    problem: null,
    isLoading: true,
  })
  const turn = useRef(0)
  const latest = useRef(ask)
  latest.current = ask

  const load = useCallback(async (isQuiet: boolean) => {
    const mine = ++turn.current
    if (!isQuiet) setState((before) => ({ ...before, isLoading: true }))
    try {
      const data = await latest.current()
      if (mine === turn.current) setState({ data, problem: null, isLoading: false })
    } catch (error) {
      if (mine !== turn.current) return
      noteProblem(error)
      // A poll that fails once is no news: the next one may pass, and what is shown was true a moment ago.
      setState((before) => ({
        data: isQuiet ? before.data : null,
        problem: isQuiet && before.data !== null ? before.problem : error,
        isLoading: false,
      }))
    }
  }, [])

  useEffect(() => {
    void load(false)
    return () => void turn.current++
  }, dependencies)

  useEffect(() => {
    if (pollMs === null) return undefined
    const timer = setInterval(() => document.hidden || void load(true), pollMs)
    return () => clearInterval(timer)
  }, [pollMs, ...dependencies])

  return { ...state, reload: useCallback(() => load(true), []) }
}

export interface Action<Words extends unknown[]> {
  run(...words: Words): Promise<boolean>
  isBusy: boolean
  problem: unknown
  clear(): void
}

/** Something that a person does: a button is busy meanwhile, and what goes wrong is said beside it. */
export function useAction<Words extends unknown[]>(act: (...words: Words) => Promise<void>): Action<Words> {
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<unknown>(null)
  return {
    isBusy,
    problem,
    clear: () => setProblem(null),
    run: async (...words) => {
      setBusy(true)
      setProblem(null)
      try {
        await act(...words)
        return true
      } catch (error) {
        noteProblem(error)
        setProblem(error)
        return false
      } finally {
        setBusy(false)
      }
    },
  }
}
