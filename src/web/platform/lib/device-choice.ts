// A choice stored on this device, such as the page size. A change updates every component that uses it.
import { useSyncExternalStore } from 'react'

export type Density = 'comfortable' | 'compact'
export const pageSizes = [20, 50, 100, 200] as const

const listeners = new Set<() => void>()
/** Choices are also kept in memory, because the browser's storage may be full or blocked. */
const chosen = new Map<string, string>()

/** Undefined if nothing was chosen. */
export function choiceOf(name: string): string | undefined {
  if (!chosen.has(name)) {
    try {
      chosen.set(name, localStorage.getItem(name) ?? '')
    } catch {
      chosen.set(name, '')
    }
  }
  return chosen.get(name) || undefined
}

export function choose(name: string, value: string) {
  chosen.set(name, value)
  try {
    localStorage.setItem(name, value)
  } catch {
    // Storage is full or blocked: the choice lasts until the user leaves the app.
  }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

export const useChoice = (name: string) => useSyncExternalStore(subscribe, () => choiceOf(name))

/** Rows per page; undefined if the user has not chosen a number. */
export function usePageSize(): number | undefined {
  const size = Number(useChoice('per_page'))
  return pageSizes.find((each) => each === size)
}

export const useDensity = (): Density => (useChoice('density') === 'compact' ? 'compact' : 'comfortable')
