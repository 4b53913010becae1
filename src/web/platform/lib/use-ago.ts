// Relative times that move on: "2 seconds ago" becomes "a minute ago" while a page stays open.
import { useSyncExternalStore } from 'react'
import { ago } from './format.ts'

/** Often enough that no text is wrong for long. */
const stepMs = 5_000

/** Renders again only when the text changes. Empty without a time. */
export function useAgo(time: string | null | undefined): string {
  return useSyncExternalStore(subscribe, () => (time ? ago(time) : ''))
}

/** One timer for all texts on the page. */
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

function subscribe(onStep: () => void) {
  listeners.add(onStep)
  timer ??= setInterval(() => {
    for (const listener of listeners) listener()
  }, stepMs)
  return () => {
    listeners.delete(onStep)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}
