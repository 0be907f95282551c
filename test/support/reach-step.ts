/** Waits until a step of a job has begun, as its event stream tells. */
export async function reachStep(url: string, path: string, key: string, step: string): Promise<void> {
  const headers = { authorization: `Bearer ${key}`, accept: 'text/event-stream' }
  const answer = await fetch(`${url}${path}`, { headers })
  let text = ''
  for await (const chunk of answer.body!) {
    text += Buffer.from(chunk).toString('utf8')
    if (text.includes(`"name":"${step}","state":"started"`)) return
  }
  throw new Error(`the step ${step} was not seen`)
}
