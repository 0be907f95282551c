import type { ComponentChildren } from 'preact'

/** The little Markdown that agents write in their answers: paragraphs, lists, bold words and code. Anything else stays text. */
export function Prose({ text }: { text: string }) {
  return (
    <div class="prose">
      {text
        .trim()
        .split(/\n\s*\n/)
        .map((block, index) => (
          <Block key={index} text={block} />
        ))}
    </div>
  )
}

function Block({ text }: { text: string }) {
  const lines = text.split('\n')
  if (lines.every((line) => /^\s*(?:[-*]|\d+\.)\s/.test(line)))
    return (
      <ul>
        {lines.map((line, index) => (
          <li key={index}>{inline(line.replace(/^\s*(?:[-*]|\d+\.)\s+/, ''))}</li>
        ))}
      </ul>
    )
  return <p>{inline(text)}</p>
}

function inline(text: string): ComponentChildren[] {
  return text.split(/(`[^`\n]+`|\*\*[^*\n]+\*\*)/).map((part, index) => {
    if (part.startsWith('`') && part.length > 2) return <code key={index}>{part.slice(1, -1)}</code>
    if (part.startsWith('**') && part.length > 4) return <strong key={index}>{part.slice(2, -2)}</strong>
    return part
  })
}
