// Keyboard shortcuts of single keys: what each does, and what a pressed key means. Pure.
import { groups, items, topItems } from './menu.ts'

export interface Shortcut {
  keys: readonly string[]
  title: string
  /** Only for users who may edit. */
  edits?: true
}

export interface ShortcutGroup {
  title: string
  shortcuts: readonly Shortcut[]
}

/** The shortcuts by group. Shortcuts that work on one page only have a group of their own. */
export const shortcutGroups = (): ShortcutGroup[] => [
  {
    title: 'Everywhere',
    shortcuts: [
      { keys: ['?'], title: 'Show keyboard shortcuts' },
      { keys: ['Ctrl', 'K'], title: 'Search everywhere' },
      { keys: ['/'], title: 'Search on this page' },
      { keys: ['c'], title: 'Add a record of this kind', edits: true },
      { keys: ['e'], title: 'Edit this record', edits: true },
    ],
  },
  {
    title: 'In lists',
    shortcuts: [
      { keys: ['j'], title: 'Next row' },
      { keys: ['k'], title: 'Previous row' },
      { keys: ['x'], title: 'Select row', edits: true },
      { keys: ['Shift', 'x'], title: 'Select rows up to here', edits: true },
      { keys: ['Esc'], title: 'Cancel selection', edits: true },
    ],
  },
  {
    title: 'In the inbox',
    shortcuts: [
      { keys: ['j'], title: 'Next conversation' },
      { keys: ['k'], title: 'Previous conversation' },
      { keys: ['r'], title: 'Write an answer', edits: true },
      { keys: ['Ctrl', 'Enter'], title: 'Send answer', edits: true },
      { keys: ['Esc'], title: 'Back to the list' },
      { keys: ['e'], title: 'Done: needs no answer', edits: true },
      { keys: ['u'], title: 'Undo “Done”', edits: true },
    ],
  },
  { title: 'Go to', shortcuts: [...topItems, ...groups.flatMap((group) => group.items), ...rest].flatMap(shortcutTo) },
]

const rest = items.filter(({ path }) => path === '/account')

const shortcutTo = ({ keys, title }: { keys?: readonly string[]; title: string }) => (keys ? [{ keys, title }] : [])

/** The page that `g` followed by this key opens. */
export const pageOf = (key: string) => items.find(({ keys }) => keys?.[1] === key)?.path

export type Meant = { go: string } | { act: 'help' | 'search' | 'add' | 'edit' } | { wait: 'g' } | undefined

/** What a pressed key means. `before` is the key pressed just before it, if any. */
export function meantBy(key: string, before: string | undefined): Meant {
  if (before === 'g') {
    const go = pageOf(key)
    if (go) return { go }
  }
  switch (key) {
    case 'g':
      return { wait: 'g' }
    case '?':
      return { act: 'help' }
    case '/':
      return { act: 'search' }
    case 'c':
      return { act: 'add' }
    case 'e':
      return { act: 'edit' }
    default:
      return undefined
  }
}

/** True if the focused element needs the key itself: a text field, or a list whose items are chosen by letter. */
export const takesKeys = (element: Element | null) =>
  element?.closest('input, textarea, select, [contenteditable], [role="menu"], [role="listbox"], [role="combobox"]') !=
  null
