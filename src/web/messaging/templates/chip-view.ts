// CodeMirror view of a message text. Shows Liquid expressions as chips without changing the text.
import {
  cursorCharLeft,
  cursorCharRight,
  deleteCharBackward,
  deleteCharForward,
  history,
  historyKeymap,
} from '@codemirror/commands'
import {
  Annotation,
  Compartment,
  EditorState,
  type Extension,
  Facet,
  Prec,
  StateEffect,
  StateField,
} from '@codemirror/state'
import { Decoration, type DecorationSet, EditorView, keymap, placeholder, WidgetType } from '@codemirror/view'
import { type ChipText, chipLabel, chipText, emptyText } from './chip-text.ts'
import styles from './chip-view.module.css'
import { type Piece, piecesOf } from './chips.ts'
import type { CustomVariable } from './variable-text.ts'

interface Range {
  from: number
  to: number
}

interface ChipViewOptions {
  customs: readonly CustomVariable[]
  attributes: Record<string, string>
  onChange: (text: string) => void
  /** The user pressed a chip, or Enter on a selected one. */
  onOpen: (chip: Piece, view: EditorView) => void
  /** The user typed `/` or `{{`. */
  onTrigger: (trigger: Range, view: EditorView) => void
  /** The user selected a chip by keyboard or pointer, or undefined: none is selected any more. */
  onChoose: (chip: Piece | undefined) => void
}

/** The custom fields, from which chips take their names. */
const customsIn = Facet.define<readonly CustomVariable[], readonly CustomVariable[]>({
  combine: ([customs]) => customs ?? [],
})
const customsPart = new Compartment()
export const withCustoms = (customs: readonly CustomVariable[]) => customsPart.reconfigure(customsIn.of(customs))

export function chipView({ customs, attributes, onChange, onOpen, onTrigger, onChoose }: ChipViewOptions): Extension {
  const open = (view: EditorView) => {
    const chip = chosenChip(view.state)
    if (chip) onOpen(chip, view)
    return chip !== undefined
  }
  return [
    // CodeMirror would treat a carriage return as a line end and replace it. Opening a text must not change it.
    EditorState.lineSeparator.of('\n'),
    EditorView.lineWrapping,
    EditorView.contentAttributes.of(attributes),
    placeholder(emptyText()),
    customsPart.of(customsIn.of(customs)),
    history(),
    chipField,
    Prec.highest(
      keymap.of([
        { key: 'ArrowRight', run: (view) => chooseNext(view, 1) },
        { key: 'ArrowLeft', run: (view) => chooseNext(view, -1) },
        { key: 'Enter', run: open },
      ]),
    ),
    keymap.of([
      ...historyKeymap,
      { key: 'ArrowLeft', run: cursorCharLeft },
      { key: 'ArrowRight', run: cursorCharRight },
      { key: 'Backspace', run: deleteCharBackward, shift: deleteCharBackward },
      { key: 'Delete', run: deleteCharForward },
    ]),
    EditorView.updateListener.of((update) => {
      const chosen = chosenChip(update.state)
      if (chosen?.source !== chosenChip(update.startState)?.source) onChoose(chosen)
      if (!update.docChanged) return
      const changes = update.transactions.filter(({ docChanged }) => docChanged)
      if (changes.some((change) => !change.annotation(isOutside))) onChange(update.state.sliceDoc())
      if (!changes.some((change) => change.isUserEvent('input.type'))) return
      const trigger = triggerAt(update.state)
      if (trigger) onTrigger(trigger, update.view)
    }),
    EditorView.domEventHandlers({
      mousedown: (event, view) => {
        const chip = pressedChip(event, view)
        if (!chip) return false
        event.preventDefault()
        view.focus()
        view.dispatch({ selection: { anchor: chip.from, head: chip.to } })
        return true
      },
      click: (event, view) => {
        const chip = pressedChip(event, view)
        if (chip) onOpen(chip, view)
        return chip !== undefined
      },
    }),
  ]
}

/** Marks changes that come from outside the editor, so that it does not report them back. */
export const isOutside = Annotation.define<true>()

/** Marks the range of a mistake. */
export const setMistake = StateEffect.define<Range | undefined>()

interface Shown {
  chips: Piece[]
  mistake: Range | undefined
  decorations: DecorationSet
}

const chipField = StateField.define<Shown>({
  create: (state) => shownIn(state, undefined),
  update(before, { state, startState, docChanged, selection, effects, changes }) {
    let { mistake } = before
    if (mistake && docChanged) mistake = { from: changes.mapPos(mistake.from), to: changes.mapPos(mistake.to) }
    for (const effect of effects) if (effect.is(setMistake)) mistake = effect.value
    const isNamed = state.facet(customsIn) !== startState.facet(customsIn)
    return docChanged || selection || isNamed || mistake !== before.mistake ? shownIn(state, mistake) : before
  },
  provide: (field) => [
    EditorView.decorations.from(field, ({ decorations }) => decorations),
    EditorView.atomicRanges.of((view) => view.state.field(field).decorations),
  ],
})

function shownIn(state: EditorState, mistake: Range | undefined): Shown {
  const chips = piecesOf(state.sliceDoc()).filter(({ kind }) => kind !== 'words')
  const chosen = chips.find((chip) => isChosen(state, chip))
  const shown = (chip: Piece) => chipText(chip, state.facet(customsIn))
  const wrong = (chip: Piece) => mistake !== undefined && chip.from < mistake.to && mistake.from < chip.to
  const ranges = chips.map((chip) =>
    Decoration.replace({ widget: new ChipWidget(chip, shown(chip), chip === chosen, wrong(chip)) }).range(
      chip.from,
      chip.to,
    ),
  )
  if (mistake && mistake.to > mistake.from && !chips.some(wrong))
    ranges.push(Decoration.mark({ class: styles.mistake }).range(mistake.from, mistake.to))
  return { chips, mistake, decorations: Decoration.set(ranges, true) }
}

const isChosen = ({ selection: { main } }: EditorState, { from, to }: Range) => main.from === from && main.to === to

export const chosenChip = (state: EditorState) => state.field(chipField).chips.find((chip) => isChosen(state, chip))

/** An arrow key first selects the chip beside the caret; pressing it again moves past the chip. */
function chooseNext(view: EditorView, step: 1 | -1): boolean {
  const { state } = view
  const { main } = state.selection
  const chosen = chosenChip(state)
  if (chosen) {
    view.dispatch({ selection: { anchor: step === 1 ? chosen.to : chosen.from }, scrollIntoView: true })
    return true
  }
  const next = state.field(chipField).chips.find(({ from, to }) => main.empty && (step === 1 ? from : to) === main.head)
  if (next) view.dispatch({ selection: { anchor: next.from, head: next.to }, scrollIntoView: true })
  return next !== undefined
}

function triggerAt({ selection: { main }, doc }: EditorState): Range | undefined {
  const line = doc.lineAt(main.head)
  const typed = /(?:\{\{|(?<=^|\s)\/)$/.exec(line.text.slice(0, main.head - line.from))?.[0]
  return typed && main.empty ? { from: main.head - typed.length, to: main.head } : undefined
}

function pressedChip({ target }: Event, view: EditorView): Piece | undefined {
  const element = target instanceof Element ? target.closest<HTMLElement>('[data-chip]') : null
  if (!element) return undefined
  const at = view.posAtDOM(element)
  return view.state.field(chipField).chips.find(({ from, to }) => from <= at && at < to)
}

class ChipWidget extends WidgetType {
  readonly chip: Piece
  readonly shown: ChipText
  readonly isChosen: boolean
  readonly isWrong: boolean

  constructor(chip: Piece, shown: ChipText, isChosen: boolean, isWrong: boolean) {
    super()
    this.chip = chip
    this.shown = shown
    this.isChosen = isChosen
    this.isWrong = isWrong
  }

  override eq({ chip, shown, isChosen, isWrong }: ChipWidget) {
    const isSame = chip.source === this.chip.source && chipLabel(shown) === chipLabel(this.shown)
    return isSame && isChosen === this.isChosen && isWrong === this.isWrong
  }

  override toDOM() {
    return this.filled(document.createElement('span'))
  }

  /** Reuses the element: if it were replaced when a press selects the chip, the same press could not open it. */
  override updateDOM(element: HTMLElement) {
    this.filled(element)
    return true
  }

  private filled(element: HTMLElement) {
    const { shown } = this
    element.className = styles.chip!
    element.dataset.chip = shown.kind
    element.toggleAttribute('data-chosen', this.isChosen)
    element.toggleAttribute('data-wrong', this.isWrong)
    const text = chipLabel(shown)
    if (element.textContent !== text) element.textContent = text
    return element
  }

  override ignoreEvent() {
    return false
  }
}
