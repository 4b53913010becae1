// Sortable list: by dragging a handle, or with Space, arrow keys, Space; Escape cancels.
import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  type UniqueIdentifier,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { restrictToParentElement, restrictToVerticalAxis } from '@dnd-kit/modifiers'
import {
  arrayMove,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable'
import { CSS } from '@dnd-kit/utilities'
import { useReducedMotion } from '@mantine/hooks'
import { IconGripVertical } from '@tabler/icons-react'
import { type ReactNode, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { number } from '../lib/format.ts'
import { t } from '../lib/text.ts'
import { PlainList } from './box.tsx'
import styles from './sortable-list.module.css'

interface SortableListProps<Item> {
  label: string
  items: readonly Item[]
  /** Receives all ids in their new order, which is shown until the promise settles; then `items` is shown again. */
  onSort: (ids: string[]) => Promise<unknown>
  /** Renders a row with its handle. */
  children: (item: Item, handle: ReactNode) => ReactNode
}

export function SortableList<Item extends { id: string; name: string }>(props: SortableListProps<Item>) {
  const { label, items, onSort, children } = props
  // The new order until it is saved.
  const [order, setOrder] = useState<string[]>()
  const sensors = useSensors(
    useSensor(PointerSensor),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const byId = new Map(items.map((item) => [item.id, item]))
  const ids = items.map(({ id }) => id)
  const shown = order && order.length === ids.length && order.every((id) => byId.has(id)) ? order : ids

  function drop({ active, over }: DragEndEvent) {
    if (!over || over.id === active.id) return
    const next = arrayMove(shown, shown.indexOf(String(active.id)), shown.indexOf(String(over.id)))
    // Before the row's transform is removed, or the row would jump back for a moment.
    flushSync(() => setOrder(next))
    void onSort(next).finally(() => setOrder(undefined))
  }

  // Where the lifted row is: a drop is announced after the new order is set.
  const position = useRef(0)
  const place = ({ id }: { id: UniqueIdentifier }) => ({
    name: byId.get(String(id))?.name ?? '',
    position: number(position.current),
    count: number(shown.length),
  })
  const positionOf = ({ id }: { id: UniqueIdentifier }) => shown.indexOf(String(id)) + 1
  const announcements: Announcements = {
    onDragStart: ({ active }) => {
      position.current = positionOf(active)
      return t('{name} is lifted. It is at position {position} of {count}.', place(active))
    },
    onDragOver: ({ active, over }) => {
      // A lifted row is first over its own place: that would replace the announcement of the lift.
      if (!over || positionOf(over) === position.current) return undefined
      position.current = positionOf(over)
      return t('{name} is at position {position} of {count}.', place(active))
    },
    onDragEnd: ({ active }) => t('{name} is dropped. It is at position {position} of {count}.', place(active)),
    onDragCancel: ({ active }) => {
      position.current = positionOf(active)
      return t('Cancelled. {name} is at position {position} of {count}.', place(active))
    },
  }
  const draggable = t('Press Space to lift the row, the arrow keys to move it, Space to drop it, Escape to cancel.')
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      modifiers={[restrictToVerticalAxis, restrictToParentElement]}
      accessibility={{ announcements, screenReaderInstructions: { draggable } }}
      onDragEnd={drop}
    >
      {/* One change at a time. */}
      <SortableContext items={shown} strategy={verticalListSortingStrategy} disabled={order !== undefined}>
        <PlainList as="ol" className={styles.list} aria-label={label} aria-busy={order !== undefined}>
          {shown.flatMap((id) => {
            const item = byId.get(id)
            return item ? [<SortableRow key={id} item={item} children={children} />] : []
          })}
        </PlainList>
      </SortableContext>
    </DndContext>
  )
}

function SortableRow<Item extends { id: string; name: string }>({
  item,
  children,
}: {
  item: Item
  children: SortableListProps<Item>['children']
}) {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id: item.id,
  })
  const isStill = useReducedMotion()
  const handle = (
    <button
      type="button"
      ref={setActivatorNodeRef}
      className={styles.handle}
      aria-label={t('Move {name}', { name: item.name })}
      aria-describedby={attributes['aria-describedby']}
      aria-pressed={isDragging}
      {...listeners}
    >
      <IconGripVertical size={18} aria-hidden />
    </button>
  )
  return (
    <li
      ref={setNodeRef}
      className={styles.item}
      data-lifted={isDragging || undefined}
      style={{ transform: CSS.Translate.toString(transform), transition: isStill ? undefined : transition }}
    >
      {children(item, handle)}
    </li>
  )
}
