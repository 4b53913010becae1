// A column of a board with its cards, each with a handle for the keyboard.
import { useDraggable, useDroppable } from '@dnd-kit/core'
import { IconGripVertical } from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, useMemo, useRef } from 'react'
import { t } from '../lib/text.ts'
import styles from './board.module.css'
import { PlainList } from './box.tsx'

export interface Lane<Card> {
  id: string
  name: string
  /** Whether cards can be dropped here. */
  accepts: boolean
  cards: readonly Card[]
  head: ReactNode
  /** Below the cards: a button for the next ones, or a hint in an empty column. */
  foot?: ReactNode
}

/** A card lifted by keyboard, and the column that it is over. */
export interface Lift {
  id: string
  to: string
}

export interface BoardCardParts {
  /** Lifts the card by keyboard. Absent on cards that cannot be moved. */
  handle: ReactNode
  move: (laneId: string) => void
}

interface BoardLaneProps<Card> {
  lane: Lane<Card>
  lift: Lift | undefined
  nameOf: (card: Card) => string
  isReadOnly: boolean
  isSaving: (card: Card) => boolean
  /** Returns whether the board has acted on the key. */
  onPress: (card: Card, key: string) => boolean
  onBlur: (card: Card) => void
  onMove: (card: Card, laneId: string) => void
  children: (card: Card, parts: BoardCardParts) => ReactNode
}

export function BoardLane<Card extends { id: string }>(props: BoardLaneProps<Card>) {
  const { lane, lift } = props
  const { setNodeRef, isOver } = useDroppable({ id: lane.id, disabled: !lane.accepts })
  const isTarget = isOver || lift?.to === lane.id
  return (
    <section
      ref={setNodeRef}
      className={styles.lane}
      data-lane={lane.id}
      aria-label={lane.name}
      data-over={isTarget || undefined}
    >
      {lane.head}
      <div className={styles.cards}>
        {lane.cards.length > 0 && (
          <PlainList gap={8}>
            {lane.cards.map((card) => (
              <BoardCard key={card.id} card={card} {...props} />
            ))}
          </PlainList>
        )}
        {lane.foot}
      </div>
    </section>
  )
}

function BoardCard<Card extends { id: string }>(props: BoardLaneProps<Card> & { card: Card }) {
  const { card, lift, nameOf, isReadOnly, isSaving, children } = props
  const isBusy = isSaving(card)
  const { setNodeRef, listeners, attributes, isDragging } = useDraggable({
    id: card.id,
    disabled: isReadOnly || isBusy,
  })
  const isLifted = lift?.id === card.id
  const latest = useRef(props)
  latest.current = props
  const [name, describedBy] = [nameOf(card), attributes['aria-describedby']]
  // Each movement of a drag renders the whole board, so the content of the cards is memoized.
  const content = useMemo(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { card, onPress } = latest.current
      if (event.ctrlKey || event.metaKey || event.altKey || !onPress(card, event.key)) return
      event.preventDefault()
      event.stopPropagation()
    }
    const handle = isReadOnly ? null : (
      <button
        type="button"
        className={styles.handle}
        aria-label={t('Move {name}', { name })}
        aria-describedby={describedBy}
        aria-pressed={isLifted}
        onKeyDown={onKeyDown}
        onBlur={() => isLifted && latest.current.onBlur(latest.current.card)}
      >
        <IconGripVertical size={16} aria-hidden />
      </button>
    )
    return children(card, { handle, move: (to) => latest.current.onMove(latest.current.card, to) })
  }, [children, card, name, describedBy, isLifted, isReadOnly])
  return (
    <li
      ref={setNodeRef}
      className={styles.card}
      data-card={card.id}
      data-lifted={isLifted || undefined}
      data-source={isDragging || undefined}
      data-saving={isBusy || undefined}
      {...listeners}
      // A long touch lifts the card; it must not open the link's menu as well.
      onContextMenu={(event) => matchMedia('(pointer: coarse)').matches && event.preventDefault()}
    >
      {content}
    </li>
  )
}
