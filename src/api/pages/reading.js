// The one script of the guide and the API reference: copies samples, and sends requests with the reader's session. Every page can be read
// without it.

for (const pre of document.querySelectorAll('pre')) {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'button copy'
  button.textContent = 'Copy'
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(pre.innerText)
    button.textContent = 'Copied'
    setTimeout(() => (button.textContent = 'Copy'), 1500)
  })
  const sample = document.createElement('div')
  const [outer, inner] = pre.parentElement.classList.contains('sample') ? [pre.parentElement, null] : [sample, pre]
  if (inner) {
    sample.className = 'sample'
    pre.replaceWith(sample)
    sample.append(pre)
  }
  outer.append(button)
}

const form = document.querySelector('form.try')
if (form) void prepare(form)

async function prepare(form) {
  const { user } = await (await fetch('/v1/session')).json()
  document.querySelector('.try-signed-out')?.toggleAttribute('hidden', user !== null)
  if (user === null) return
  form.hidden = false
  const project = form.elements.namedItem('path:projectId')
  if (project && project.value === '') {
    const { projects } = await (await fetch('/v1/projects')).json()
    project.value = projects?.[0]?.projectId ?? ''
  }
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void send(form)
  })
}

async function send(form) {
  const values = new FormData(form)
  let path = form.dataset.path
  const query = new URLSearchParams()
  for (const [name, value] of values) {
    if (name.startsWith('path:')) path = path.replace(`{${name.slice(5)}}`, encodeURIComponent(value))
    if (name.startsWith('query:') && value !== '') query.set(name.slice(6), value)
  }
  const body = values.get('body')
  const output = form.querySelector('output')
  output.textContent = 'Sending…'
  try {
    const answer = await fetch(query.size > 0 ? `${path}?${query}` : path, {
      method: form.dataset.method,
      headers: { accept: 'application/json', ...(body === null ? {} : { 'content-type': 'application/json' }) },
      ...(body === null ? {} : { body }),
    })
    const text = await answer.text()
    const pre = document.createElement('pre')
    pre.textContent = `${answer.status} ${answer.statusText}\n\n${pretty(text)}`
    output.replaceChildren(pre)
  } catch (error) {
    output.textContent = `The request failed: ${error.message}`
  }
}

function pretty(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
