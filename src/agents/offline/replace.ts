/** A line that opens or closes a fenced code block, as CommonMark has it. */
const FENCE = /^ {0,3}(`{3,}|~{3,})/

/** Replaces a text outside fenced code blocks, or everywhere; also says how often. */
export function replaceInPage(page: string, from: string, to: string, includesCode: boolean): { page: string; count: number } {
  if (includesCode) return replaceAll(page, from, to)
  let count = 0
  const parts = splitAtFences(page).map((part) => {
    if (part.isCode) return part.text
    const replaced = replaceAll(part.text, from, to)
    count += replaced.count
    return replaced.page
  })
  return { page: parts.join(''), count }
}

function replaceAll(text: string, from: string, to: string): { page: string; count: number } {
  const pieces = text.split(from)
  return { page: pieces.join(to), count: pieces.length - 1 }
}

/** Cuts a page into prose and fenced code, without losing a byte. */
function splitAtFences(page: string): { text: string; isCode: boolean }[] {
  const parts: { text: string; isCode: boolean }[] = []
  let fence: string | null = null
  let text = ''
  const flush = (isCode: boolean) => {
    if (text !== '') parts.push({ text, isCode })
    text = ''
  }
  for (const line of page.split(/(?<=\n)/)) {
    const mark = FENCE.exec(line)?.[1]
    if (fence === null && mark) {
      flush(false)
      fence = mark
      text += line
    } else if (fence !== null && mark && mark.startsWith(fence) && line.trim() === mark) {
      text += line
      flush(true)
      fence = null
    } else text += line
  }
  flush(fence !== null)
  return parts
}
