// Relative times that keep up while a page stays open: "2 seconds ago" becomes "a minute ago".
import { useSyncExternalStore } from 'react'
import { ago } from './format.ts'

/** Short enough that no relative time is wrong for long. */
const stepMs = 5_000

/** Returns the relative time, and renders again only when the text changes. Returns an empty text without a time. */
export function useAgo(time: string | null | undefined): string {
  return useSyncExternalStore(subscribe, () => (time ? ago(time) : ''))
}

/** One timer updates all relative times on the page. */
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
