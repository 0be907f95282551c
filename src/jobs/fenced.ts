/** Thrown when the job was cancelled, archived or taken over: whoever gets it stops and writes nothing. */
export class Fenced extends Error {
  constructor() {
    super('the job belongs to another worker, or was stopped')
    this.name = 'Fenced'
  }
}
