// Board: cards in columns, moved by dragging with mouse or finger, or with Space, arrow keys, Space; Escape cancels.
import { DndContext, DragOverlay, MouseSensor, pointerWithin, TouchSensor, useSensor, useSensors } from '@dnd-kit/core'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { t } from '../lib/text.ts'
import styles from './board.module.css'
import { type BoardCardParts, BoardLane, type Lane, type Lift } from './board-lane.tsx'

export type { BoardCardParts, Lane } from './board-lane.tsx'

interface BoardProps<Card> {
  label: string
  lanes: readonly Lane<Card>[]
  nameOf: (card: Card) => string
  /** No card can be moved. */
  isReadOnly?: boolean
  /** Whether a card is being saved, so that it cannot be moved now. */
  isSaving: (card: Card) => boolean
  onMove: (card: Card, laneId: string) => void
  /** Content of a card. Memoized by the caller, because every new function renders all cards. */
  children: (card: Card, parts: BoardCardParts) => ReactNode
}

export function Board<Card extends { id: string }>(props: BoardProps<Card>) {
  const { label, lanes, nameOf, isReadOnly = false, isSaving, onMove, children } = props
  const frame = useRef<HTMLElement>(null)
  const [dragged, setDragged] = useState<Card>()
  const [lift, setLift] = useState<Lift>()
  const [said, say] = useState('')
  const keepFocus = useFocusOfMoved(frame)
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 6 } }),
    // A shorter touch scrolls or opens the card.
    useSensor(TouchSensor, { activationConstraint: { delay: 250, tolerance: 8 } }),
  )
  const cardOf = (id: unknown) => lanes.flatMap(({ cards }) => cards).find((card) => card.id === id)
  const laneOf = (id: unknown) => lanes.find(({ cards }) => cards.some((card) => card.id === id))
  const laneNamed = (id: unknown) => lanes.find((lane) => lane.id === id)
  const place = (card: Card, lane: Lane<Card> | undefined) => ({ name: nameOf(card), column: lane?.name ?? '' })

  const move = (card: Card, to: string) => {
    if (laneOf(card.id)?.id === to || !laneNamed(to)?.accepts) return
    onMove(card, to)
  }
  const moveFocused = (card: Card, to: string) => {
    keepFocus(card.id)
    move(card, to)
  }

  function press(card: Card, key: string): boolean {
    const from = laneOf(card.id)
    if (!lift) {
      if (key !== ' ' || isSaving(card)) return false
      setLift({ id: card.id, to: from!.id })
      say(t('{name} is lifted. It is in {column}.', place(card, from)))
      return true
    }
    const step = { ArrowRight: 1, ArrowLeft: -1 }[key]
    if (step) {
      const open = lanes.filter((lane) => lane.accepts || lane.id === from?.id)
      const next = open[open.findIndex(({ id }) => id === lift.to) + step]
      if (!next) return true
      setLift({ ...lift, to: next.id })
      frame.current?.querySelector(`[data-lane="${next.id}"]`)?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
      say(t('{name} is over {column}.', place(card, next)))
    } else if (key === ' ' || key === 'Enter') {
      setLift(undefined)
      say(t('{name} is dropped in {column}.', place(card, laneNamed(lift.to))))
      moveFocused(card, lift.to)
    } else if (key === 'Escape') put(card)
    else return /^Arrow/.test(key)
    return true
  }
  function put(card: Card) {
    setLift(undefined)
    say(t('Cancelled. {name} stays in {column}.', place(card, laneOf(card.id))))
  }

  const draggable = t(
    'Press Space to lift the card, the arrow keys to choose a column, Space to drop it, Escape to cancel.',
  )
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={pointerWithin}
      accessibility={{
        screenReaderInstructions: { draggable },
        announcements: {
          onDragStart: ({ active }) => {
            const card = cardOf(active.id)
            return card && t('{name} is lifted. It is in {column}.', place(card, laneOf(card.id)))
          },
          onDragOver: ({ active, over }) => {
            const card = cardOf(active.id)
            // A drag begins over the card's own column. Announcing that would cut off the announcement of the lift.
            if (!card || !over || laneOf(card.id)?.id === over.id) return undefined
            return t('{name} is over {column}.', place(card, laneNamed(over.id)))
          },
          onDragEnd: ({ active, over }) => {
            const card = cardOf(active.id)
            return card && over ? t('{name} is dropped in {column}.', place(card, laneNamed(over.id))) : undefined
          },
          onDragCancel: ({ active }) => {
            const card = cardOf(active.id)
            return card && t('Cancelled. {name} stays in {column}.', place(card, laneOf(card.id)))
          },
        },
      }}
      onDragStart={({ active }) => setDragged(cardOf(active.id))}
      onDragCancel={() => setDragged(undefined)}
      onDragEnd={({ over }) => {
        setDragged(undefined)
        if (dragged && over) move(dragged, String(over.id))
      }}
    >
      <section
        ref={frame}
        className={styles.board}
        aria-label={label}
        data-dragging={dragged !== undefined || lift !== undefined || undefined}
      >
        {lanes.map((lane) => (
          <BoardLane
            key={lane.id}
            lane={lane}
            lift={lift}
            nameOf={nameOf}
            isReadOnly={isReadOnly}
            isSaving={isSaving}
            onPress={press}
            onBlur={put}
            onMove={moveFocused}
          >
            {children}
          </BoardLane>
        ))}
      </section>
      <DragOverlay dropAnimation={null}>
        {dragged && (
          <div className={styles.card} data-overlay>
            {children(dragged, { handle: null, move: () => {} })}
          </div>
        )}
      </DragOverlay>
      <div aria-live="assertive" className={styles.said}>
        {said}
      </div>
    </DndContext>
  )
}

/** React removes a moved card and draws it anew in the other column. If the card had the focus, the new one gets it. */
function useFocusOfMoved(frame: React.RefObject<HTMLElement | null>) {
  const id = useRef<string>(undefined)
  // Once the user clicks elsewhere, the card must not take the focus back and scroll the board to itself.
  useEffect(() => {
    const forget = () => {
      id.current = undefined
    }
    addEventListener('pointerdown', forget)
    return () => removeEventListener('pointerdown', forget)
  }, [])
  useEffect(() => {
    if (!id.current || document.activeElement !== document.body) return
    const card = frame.current?.querySelector(`[data-card="${id.current}"]`)
    const parts = ['button', 'a'].flatMap((kind) => [...(card?.querySelectorAll<HTMLElement>(kind) ?? [])])
    // The first visible part: a phone hides the handle.
    parts.find((part) => part.offsetParent !== null)?.focus()
  })
  return (moved: string) => {
    id.current = moved
  }
}
