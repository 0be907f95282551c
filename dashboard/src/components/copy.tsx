import { useState } from 'preact/hooks'
import { announce } from './announcer.tsx'

/** A button that copies a text. `what` names the text for those who hear the button instead of seeing where it stands. */
export function CopyButton({ text, what }: { text: string; what: string }) {
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    const worked = await copyText(text)
    announce(worked ? `Copied ${what}.` : 'The browser does not allow copying here: select the text and copy it.')
    setCopied(worked)
    setTimeout(() => setCopied(false), 2000)
  }
  return (
    <button type="button" class="small copy" aria-label={`${isCopied ? 'Copied' : 'Copy'} ${what}`} onClick={() => void copy()}>
      {isCopied ? 'Copied' : 'Copy'}
    </button>
  )
}

/** Browsers have a clipboard only on secure pages; a service in a local network often has no certificate. */
async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    const area = document.createElement('textarea')
    area.value = text
    const place = document.querySelector('dialog[open]') ?? document.body
    place.append(area)
    area.select()
    const worked = document.execCommand('copy')
    area.remove()
    return worked
  }
}

/** A text to take along: a key, a command, a tag for a page. */
export function CopyBlock({ text, what, label }: { text: string; what: string; label: string }) {
  return (
    <div class="copy-block">
      <div class="copy-head">
        <span>{label}</span>
        <CopyButton text={text} what={what} />
      </div>
      <pre tabIndex={0} role="region" aria-label={label}>
        <code>{text}</code>
      </pre>
    </div>
  )
}
