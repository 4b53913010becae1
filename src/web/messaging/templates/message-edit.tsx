// Editor of a message with chips. Pressing a chip opens its options; typing `/` or `{{` opens the list of variables.
import { isolateHistory } from '@codemirror/commands'
import { EditorState } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { VisuallyHidden } from '@mantine/core'
import { type RefObject, useEffect, useImperativeHandle, useRef, useState } from 'react'
import { t } from '../../platform/lib/text.ts'
import type { Selected } from './body-text.ts'
import { ChipEdit } from './chip-edit.tsx'
import { chipText } from './chip-text.ts'
import styles from './chip-view.module.css'
import { chipView, isOutside, setMistake, withCustoms } from './chip-view.ts'
import type { Piece } from './chips.ts'
import { useCustomVariables } from './labels.ts'
import { VariablePicker } from './variable-picker.tsx'

export interface MessageEditHandle {
  /** Changes the text and the selection as a single undo step. */
  edit: (change: (selected: Selected) => Selected) => void
  focus: () => void
}

/** What the user did in the placeholder while this editor was loading. */
export interface Begun {
  isFocused: boolean
  typed: string
}

interface MessageEditProps {
  value: string
  onChange: (value: string) => void
  labelId: string
  /** Ids of the elements with the error and the hints below the field. */
  describedBy: string
  isInvalid: boolean
  /** The range of a mistake in the text. */
  mistake: { from: number; to: number } | undefined
  handle: RefObject<MessageEditHandle | null>
  begun: RefObject<Begun>
}

interface Open {
  /** Position in the text of the chip, or of the typed `/` or `{{`. */
  from: number
  source: string
  chip?: Piece
  /** Position in the box, in pixels. */
  place: { left: number; top: number; width: number; height: number }
}

export default function MessageEdit(props: MessageEditProps) {
  const { value, onChange, labelId, describedBy, isInvalid, mistake, handle, begun } = props
  const box = useRef<HTMLDivElement>(null)
  const host = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(null)
  const reported = useRef(value)
  const given = useRef(value)
  const report = useRef(onChange)
  report.current = onChange
  const customs = useCustomVariables()
  const [open, setOpen] = useState<Open>()
  const [chosen, setChosen] = useState<Piece>()

  // The editor is created once; the effects below pass on later values.
  useEffect(() => {
    const editor = new EditorView({
      parent: host.current!,
      state: EditorState.create({
        doc: value,
        extensions: [
          look,
          chipView({
            customs,
            attributes: { ...writing, 'aria-labelledby': labelId },
            onChange: (text) => {
              reported.current = text
              report.current(text)
            },
            onOpen: (chip, { state }) =>
              setOpen({ from: chip.from, source: state.sliceDoc(chip.from, chip.to), chip, place: placeAt(chip.from) }),
            onTrigger: ({ from, to }, { state }) =>
              // The position can be measured only after the browser has drawn the character.
              requestAnimationFrame(() => setOpen({ from, source: state.sliceDoc(from, to), place: placeAt(from) })),
            onChoose: setChosen,
          }),
        ],
      }),
    })
    view.current = editor
    const { isFocused, typed } = begun.current
    begun.current = { isFocused: false, typed: '' }
    if (isFocused) editor.focus()
    if (isFocused) editor.dispatch({ selection: { anchor: editor.state.doc.length } })
    // One letter at a time, as if typed here: a `/` among them opens the choice of variables.
    for (const letter of typed) {
      const from = editor.state.doc.length
      editor.dispatch({
        changes: { from, insert: letter },
        selection: { anchor: from + letter.length },
        userEvent: 'input.type',
      })
    }
    return () => editor.destroy()
  }, [])

  /** Relative to the box, so that the popover scrolls with the text. */
  function placeAt(at: number): Open['place'] {
    const { left, top, bottom } = view.current!.coordsAtPos(at, 1) ?? view.current!.dom.getBoundingClientRect()
    const around = box.current!.getBoundingClientRect()
    return { left: left - around.left, top: top - around.top + box.current!.scrollTop, width: 1, height: bottom - top }
  }

  // Resizing the window wraps lines differently, so the popover has to follow its place in the text.
  const at = open?.from
  useEffect(() => {
    if (at === undefined) return
    const move = () => requestAnimationFrame(() => setOpen((now) => now && { ...now, place: placeAt(now.from) }))
    window.addEventListener('resize', move)
    return () => window.removeEventListener('resize', move)
  }, [at])

  // The text changed outside the editor: a draft was restored, or another user's version was loaded.
  useEffect(() => {
    if (value === given.current) return
    given.current = value
    if (value === reported.current) return
    reported.current = value
    replace(view.current!, { text: value, start: value.length, end: value.length }, true)
  }, [value])

  useEffect(() => {
    view.current?.dispatch({ effects: withCustoms(customs) })
  }, [customs])

  const { from = -1, to = -1 } = mistake ?? {}
  useEffect(() => {
    view.current?.dispatch({ effects: setMistake.of(from < 0 ? undefined : { from, to }) })
  }, [from, to])

  useEffect(() => {
    const { contentDOM } = view.current!
    contentDOM.setAttribute('aria-describedby', describedBy)
    if (isInvalid) contentDOM.setAttribute('aria-invalid', 'true')
    else contentDOM.removeAttribute('aria-invalid')
  }, [describedBy, isInvalid])

  useImperativeHandle(handle, () => ({
    edit(change) {
      const editor = view.current!
      const { from: start, to: end } = editor.state.selection.main
      replace(editor, change({ text: editor.state.sliceDoc(), start, end }))
      editor.focus()
    },
    focus: () => view.current?.focus(),
  }))

  const close = () => {
    setOpen(undefined)
    // Makes the user's next change an undo step of its own.
    view.current?.dispatch({ annotations: isolateHistory.of('full') })
    view.current?.focus()
  }
  /** Replaces the chip, or the typed `/` or `{{`, with `source`. */
  const put = (source: string, isLast = true) => {
    if (!open || !view.current) return
    const { from: start, source: before } = open
    const end = start + source.length
    view.current.dispatch({
      changes: { from: start, to: start + before.length, insert: source },
      selection: isLast ? { anchor: end } : { anchor: start, head: end },
      userEvent: 'input.replace',
    })
    if (isLast) close()
    else setOpen({ ...open, source, place: placeAt(start) })
  }

  /** Removes the characters typed after `/` or `{{` from the text and returns them, because they are a search. */
  const lettersAfter = () => {
    const { state } = view.current!
    const start = open!.from + open!.source.length
    const letters = state.sliceDoc(start, Math.max(state.selection.main.head, start))
    if (letters) view.current!.dispatch({ changes: { from: start, to: start + letters.length } })
    return letters
  }

  return (
    <>
      <div ref={box} className={styles.box} data-invalid={isInvalid || undefined}>
        <div ref={host} className={styles.host} />
        {open && (
          <span className={styles.anchor} style={{ ...open.place }} key={open.chip ? 'chip' : open.source}>
            {open.chip ? (
              <ChipEdit
                source={open.source}
                customs={customs}
                onChange={(source) => put(source, false)}
                onRemove={() => put('')}
                onClose={close}
              />
            ) : (
              <VariablePicker
                onPick={put}
                typed={{ onOpen: lettersAfter, onClose: close, onSpace: () => put(`${open.source} `) }}
              />
            )}
          </span>
        )}
      </div>
      <VisuallyHidden role="status">
        {chosen &&
          t('{chip}. Enter opens its options, Backspace deletes it.', { chip: chipText(chosen, customs).label })}
      </VisuallyHidden>
    </>
  )
}

/** Replaces only the part that differs, so that the caret, the marks and the undo history stay valid. */
function replace(view: EditorView, { text, start, end }: Selected, isFromOutside = false) {
  const before = view.state.sliceDoc()
  let from = 0
  while (from < before.length && from < text.length && before[from] === text[from]) from += 1
  let tail = 0
  const most = Math.min(before.length, text.length) - from
  while (tail < most && before[before.length - 1 - tail] === text[text.length - 1 - tail]) tail += 1
  view.dispatch({
    changes: { from, to: before.length - tail, insert: text.slice(from, text.length - tail) },
    selection: { anchor: start, head: end },
    annotations: isFromOutside ? isOutside.of(true) : [],
    scrollIntoView: true,
    userEvent: 'input.replace',
  })
}

/** CodeMirror turns spelling help off because it is made for code; a message needs it. */
const writing = {
  spellcheck: 'true',
  autocorrect: 'on',
  autocapitalize: 'sentences',
  dir: 'auto',
  'aria-required': 'true',
}

const look = EditorView.theme({
  '&': { minHeight: 'inherit' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'inherit', lineHeight: 'var(--chip-line)', overflow: 'visible' },
  '.cm-content': { padding: '0.5rem 0', minHeight: 'inherit', caretColor: 'var(--mantine-color-text)' },
  '.cm-line': { padding: '0 0.75rem', overflowWrap: 'anywhere' },
  '.cm-placeholder': { color: 'var(--mantine-color-placeholder)' },
})
