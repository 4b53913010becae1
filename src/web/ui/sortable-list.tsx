// Sortable list: by dragging a handle, or with Space, arrow keys, Space; Escape cancels.
import { VisuallyHidden } from '@mantine/core'
import { IconGripVertical } from '@tabler/icons-react'
import {
  type KeyboardEvent,
  type ReactNode,
  type PointerEvent as ReactPointerEvent,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import { number } from '../lib/format.ts'
import { t } from '../lib/text.ts'
import styles from './sortable-list.module.css'
import { dropIndex, reordered, shiftedBy } from './sorting.ts'

interface SortableListProps<Item> {
  label: string
  items: readonly Item[]
  /** Receives all ids in their new order, which is shown until the promise settles; then `items` is shown again. */
  onSort: (ids: string[]) => Promise<unknown>
  /** Renders a row with its handle. */
  children: (item: Item, handle: ReactNode) => ReactNode
}

export function SortableList<Item extends { id: string; name: string }>(props: SortableListProps<Item>) {
  const { label, items, children } = props
  const { shown, lifted, isKeeping, said, list, onKeyDown, onPointerDown, onBlur } = useSorting(props)
  const help = useId()
  const handle = ({ id, name }: Item) => (
    <button
      type="button"
      className={styles.handle}
      aria-label={t('Move {name}', { name })}
      aria-describedby={help}
      aria-pressed={lifted === id}
      onKeyDown={(event) => onKeyDown(event, id)}
      onPointerDown={(event) => onPointerDown(event, id)}
      onBlur={onBlur}
    >
      <IconGripVertical size={18} aria-hidden />
    </button>
  )
  const byId = new Map(items.map((item) => [item.id, item]))
  return (
    <>
      <VisuallyHidden id={help}>
        {t('Press Space to lift the row, the arrow keys to move it, Space to drop it, Escape to cancel.')}
      </VisuallyHidden>
      <VisuallyHidden role="status">{said}</VisuallyHidden>
      <ol className={styles.list} ref={list} aria-label={label} aria-busy={isKeeping}>
        {shown.map((id) => {
          const item = byId.get(id)
          return (
            item && (
              <li key={id} className={styles.item} data-lifted={lifted === id || undefined}>
                {children(item, handle(item))}
              </li>
            )
          )
        })}
      </ol>
    </>
  )
}

function useSorting<Item extends { id: string; name: string }>({ items, onSort }: SortableListProps<Item>) {
  const [lifted, setLifted] = useState<string>()
  // The order while a row is moved by keyboard, and until the new order is saved.
  const [order, setOrder] = useState<string[]>()
  const [said, say] = useState('')
  const list = useRef<HTMLOListElement>(null)
  const stopDrag = useRef<() => void>(undefined)
  useEffect(() => () => stopDrag.current?.(), [])
  const before = items.map(({ id }) => id)
  const shown = order && sameRows(order, before) ? order : before
  const nameOf = (id: string) => items.find((item) => item.id === id)?.name ?? ''
  const place = (ids: readonly string[], id: string) => ({
    name: nameOf(id),
    position: number(ids.indexOf(id) + 1),
    count: number(ids.length),
  })

  function lift(id: string) {
    setLifted(id)
    say(t('{name} is lifted. It is at position {position} of {count}.', place(shown, id)))
  }

  function takeBack(id: string) {
    setLifted(undefined)
    setOrder(undefined)
    say(t('Cancelled. {name} is at position {position} of {count}.', place(before, id)))
  }

  function drop(id: string, ids: string[]) {
    say(t('{name} is dropped. It is at position {position} of {count}.', place(ids, id)))
    if (ids.join() === before.join()) {
      setLifted(undefined)
      setOrder(undefined)
      return
    }
    flushSync(() => {
      setLifted(undefined)
      setOrder(ids)
    })
    void onSort(ids).finally(() => setOrder(undefined))
  }

  function onKeyDown(event: KeyboardEvent, id: string) {
    if (stopDrag.current) return
    const isPress = /^( |Enter)$/.test(event.key)
    if (lifted === undefined) {
      // One change at a time.
      if (!isPress || order) return
      event.preventDefault()
      return lift(id)
    }
    const from = shown.indexOf(id)
    const to = { ArrowUp: from - 1, ArrowDown: from + 1, Home: 0, End: shown.length - 1 }[event.key]
    if (isPress) drop(id, [...shown])
    else if (event.key === 'Escape') takeBack(id)
    else if (to === undefined) return
    else if (to >= 0 && to < shown.length) {
      const next = reordered(shown, from, to)
      setOrder(next)
      say(t('{name} is at position {position} of {count}.', place(next, id)))
    }
    event.preventDefault()
    event.stopPropagation()
  }

  /** Focus left the list: the lifted row is put back. */
  function onBlur() {
    if (lifted !== undefined && !stopDrag.current) takeBack(lifted)
  }

  function onPointerDown(event: ReactPointerEvent<HTMLElement>, id: string) {
    if (event.button !== 0 || lifted !== undefined || order || !list.current) return
    event.preventDefault()
    event.currentTarget.focus({ preventScroll: true })
    stopDrag.current = drag(list.current, shown.indexOf(id), event, (to) => {
      stopDrag.current = undefined
      if (to === undefined) takeBack(id)
      else drop(id, reordered(shown, shown.indexOf(id), to))
    })
    setLifted(id)
  }

  // While a new order is being saved, no other can start.
  const isKeeping = order !== undefined && lifted === undefined
  return { shown, lifted, isKeeping, said, list, onKeyDown, onPointerDown, onBlur }
}

const sameRows = (some: readonly string[], others: readonly string[]) =>
  some.length === others.length && some.every((id) => others.includes(id))

/**
 * Drags a row and shifts the others by CSS transforms: changing the DOM order would end the touch. Reports the drop
 * index, or nothing if the drag was cancelled.
 */
function drag(
  list: HTMLElement,
  from: number,
  start: { pointerId: number; clientY: number },
  onEnd: (to: number | undefined) => void,
): () => void {
  const rows = [...list.children] as HTMLElement[]
  const places = rows.map(({ offsetTop, offsetHeight }) => ({ top: offsetTop, height: offsetHeight }))
  const { top, height } = places[from]!
  const last = places.at(-1)!
  const inList = (clientY: number) => clientY - list.getBoundingClientRect().top
  const startY = inList(start.clientY)
  let clientY = start.clientY
  let to = from
  let frame = 0
  list.dataset.dragging = ''
  const follow = () => {
    const moved = Math.min(Math.max(inList(clientY) - startY, -top), last.top + last.height - top - height)
    to = dropIndex(places, from, moved)
    shiftedBy(places, from, to).forEach((way, index) => {
      rows[index]!.style.transform = index === from ? `translateY(${moved}px)` : way ? `translateY(${way}px)` : ''
    })
  }
  /** Scrolls the page near an edge of the window. */
  const scroll = () => {
    const edge = 72
    const step = clientY < edge ? -8 : clientY > window.innerHeight - edge ? 8 : 0
    if (step) {
      window.scrollBy(0, step)
      follow()
    }
    frame = requestAnimationFrame(scroll)
  }
  const end = (landed: number | undefined) => {
    stop()
    onEnd(landed)
  }
  const onMove = (event: PointerEvent) => {
    if (event.pointerId !== start.pointerId) return
    clientY = event.clientY
    follow()
  }
  const onUp = (event: PointerEvent) => {
    if (event.pointerId === start.pointerId) end(event.type === 'pointerup' ? to : undefined)
  }
  const onKey = (event: globalThis.KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    end(undefined)
  }
  const stop = () => {
    cancelAnimationFrame(frame)
    document.removeEventListener('pointermove', onMove)
    document.removeEventListener('pointerup', onUp)
    document.removeEventListener('pointercancel', onUp)
    document.removeEventListener('keydown', onKey, true)
    delete list.dataset.dragging
    for (const row of rows) row.style.transform = ''
  }
  document.addEventListener('pointermove', onMove)
  document.addEventListener('pointerup', onUp)
  document.addEventListener('pointercancel', onUp)
  document.addEventListener('keydown', onKey, true)
  frame = requestAnimationFrame(scroll)
  return stop
}
