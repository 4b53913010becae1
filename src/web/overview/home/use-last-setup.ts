// The set-up as last seen on this device: shown while loading, so that the page does not move when the
// response arrives.
import { useEffect, useState } from 'react'
import type { Home } from '../../../contract/home.ts'

type Setup = Home['setup']
const key = 'home:setup'

/** Undefined on the first visit. */
export function useLastSetup(setup: Setup | undefined): Setup | undefined {
  const [before] = useState(read)
  useEffect(() => {
    try {
      if (setup) localStorage.setItem(key, JSON.stringify(setup))
    } catch {
      // Storage is full or blocked: the page moves once on the next visit.
    }
  }, [setup])
  return before
}

/** Remembers a flag on this device and returns its last value until the current one is known. */
export function useLastFlag(name: string, now: boolean | undefined): boolean {
  const [before] = useState(() => readItem(name) === 'true')
  useEffect(() => {
    try {
      if (now !== undefined) localStorage.setItem(name, String(now))
    } catch {
      // Storage is full or blocked: the page may move on the next visit.
    }
  }, [name, now])
  return now ?? before
}

function readItem(name: string) {
  try {
    return localStorage.getItem(name)
  } catch {
    return null
  }
}

function read(): Setup | undefined {
  try {
    return JSON.parse(readItem(key) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}
