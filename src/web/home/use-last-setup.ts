// The set-up as it was the last time on this device: the page shows it, and moves by nothing when its answer comes.
import { useEffect, useState } from 'react'
import type { Home } from '../../contract/home.ts'

type Setup = Home['setup']
const key = 'home:setup'

/** Undefined on the first visit. */
export function useLastSetup(setup: Setup | undefined): Setup | undefined {
  const [before] = useState(read)
  useEffect(() => {
    try {
      if (setup) localStorage.setItem(key, JSON.stringify(setup))
    } catch {
      // Storage is full or forbidden: the page moves once more the next time.
    }
  }, [setup])
  return before
}

function read(): Setup | undefined {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}
