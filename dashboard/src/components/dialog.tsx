import type { ComponentChildren } from 'preact'
import { useId, useLayoutEffect, useRef } from 'preact/hooks'
import { type Action, useAction } from '../lib/use-request.ts'
import { Problem } from './states.tsx'

interface DialogProps {
  title: string
  onClose: () => void
  children: ComponentChildren
  /** A dialog that shows something once, or holds a text that somebody wrote, does not go away by a click beside it. */
  isSticky?: boolean
  /** What it shows won't be shown again, so that only its own button closes it: Escape is pressed too easily. */
  isOnce?: boolean
}

/** The browser's own dialog: it keeps the focus in, gives it back, and closes on Escape. */
export function Dialog({ title, onClose, children, isSticky = false, isOnce = false }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null)
  const heading = useId()
  // At once: a moment later something else may have taken the focus from what opened it.
  useLayoutEffect(() => {
    const dialog = element.current!
    const opener = document.activeElement
    dialog.showModal()
    return () => {
      dialog.close()
      // What opened it may have been drawn anew meanwhile; then the page itself is the next best place.
      const isThere = opener instanceof HTMLElement && opener.isConnected && opener !== document.body
      const next = isThere ? opener : document.querySelector('h1')
      next?.focus()
    }
  }, [])
  return (
    <dialog
      ref={element}
      aria-labelledby={heading}
      onCancel={(event) => {
        event.preventDefault()
        if (!isOnce) onClose()
      }}
      onPointerDown={(event) => {
        if (!isSticky && event.target === element.current) onClose()
      }}
    >
      <div class="dialog-body">
        <header class="dialog-head">
          <h2 id={heading}>{title}</h2>
          {!isOnce && (
            <button type="button" class="plain" aria-label="Close" onClick={onClose}>
              ×
            </button>
          )}
        </header>
        {children}
      </div>
    </dialog>
  )
}

interface ConfirmProps {
  title: string
  verb: string
  onConfirm: () => Promise<void>
  onClose: () => void
  children: ComponentChildren
}

/** Asks before something that cannot be undone. */
export function Confirm({ title, verb, onConfirm, onClose, children }: ConfirmProps) {
  const action: Action<[]> = useAction(onConfirm)
  return (
    <Dialog title={title} onClose={onClose}>
      <div>{children}</div>
      <Problem error={action.problem} />
      <div class="actions">
        <button type="button" onClick={onClose}>
          Go back
        </button>
        <button
          type="button"
          class="danger"
          disabled={action.isBusy}
          onClick={() => void action.run().then((worked) => worked && onClose())}
        >
          {action.isBusy ? 'One moment…' : verb}
        </button>
      </div>
    </Dialog>
  )
}
