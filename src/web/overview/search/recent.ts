// Records that this user recently opened from the search on this device.
import type { Found, FoundKind } from '../../../contract/search.ts'

export type Recent = Found & { kind: FoundKind }

const name = 'recently_found'
const most = 6

/** Newest first. Ignores entries of another user or organization on this browser. */
export function recentOf(user: string | undefined): Recent[] {
  try {
    const saved = JSON.parse(localStorage.getItem(name) ?? '') as { user: string; found: Recent[] }
    return saved.user === user && Array.isArray(saved.found) ? saved.found : []
  } catch {
    return []
  }
}

export function keepRecent(user: string | undefined, record: Recent) {
  if (user === undefined) return
  const found = [record, ...recentOf(user).filter(({ id }) => id !== record.id)].slice(0, most)
  try {
    localStorage.setItem(name, JSON.stringify({ user, found }))
  } catch {
    // If storage is full, nothing is saved.
  }
}

export const forgetRecent = () => localStorage.removeItem(name)
