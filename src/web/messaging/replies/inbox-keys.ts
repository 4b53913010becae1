// Keyboard shortcuts of the inbox. Pure, except for the listener.
import { useEffect, useRef } from 'react'
import { choiceOf } from '../../platform/lib/device-choice.ts'

export type InboxAction = 'next' | 'previous' | 'done' | 'undo' | 'reply'

const keys: Record<string, InboxAction> = {
  j: 'next',
  k: 'previous',
  e: 'done',
  u: 'undo',
  r: 'reply',
}

interface Press {
  key: string
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
  /** True while a field has the focus, a dialog or menu is open, or shortcuts are turned off. */
  isTaken: boolean
}

export function actionOf({ key, ctrlKey, metaKey, altKey, isTaken }: Press): InboxAction | undefined {
  return ctrlKey || metaKey || altKey || isTaken ? undefined : keys[key]
}

/** Listens before the shortcuts of all pages do, because `e` has another meaning there. */
export function useInboxKeys(act: (action: InboxAction) => void) {
  const latest = useRef(act)
  latest.current = act
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, target } = event
      const isTaken =
        event.isComposing ||
        choiceOf('shortcuts') === 'off' ||
        (target instanceof Element && target.closest(fields) !== null) ||
        document.querySelector('[role="dialog"][aria-modal="true"]') !== null
      const action = actionOf({ key, ctrlKey, metaKey, altKey, isTaken })
      if (!action) return
      event.preventDefault()
      latest.current(action)
    }
    addEventListener('keydown', press, { capture: true })
    return () => removeEventListener('keydown', press, { capture: true })
  }, [])
}

const fields =
  'input:not([type="radio"]), textarea, select, [contenteditable], [role="menu"], [role="listbox"], [role="combobox"]'
