import type { LineScanner } from '../log-format.ts'

/** The parts of a line before any was read. A scanner starts with a copy of it, so that all of them have one shape. */
export const NO_PARTS: Omit<LineScanner, 'scan'> = {
  time: 0,
  isGet: true,
  status: 0,
  addressFrom: 0,
  addressTo: 0,
  targetFrom: 0,
  targetTo: 0,
  referrerFrom: 0,
  referrerTo: 0,
  agentFrom: 0,
  agentTo: 0,
  context: 0,
}
