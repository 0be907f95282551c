/** A call of a tool that is not carried out. The model gets the sentence and can do better. */
export class Refusal extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'Refusal'
  }
}
