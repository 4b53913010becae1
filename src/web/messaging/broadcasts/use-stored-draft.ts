// The draft as stored on the server: saves over the version that was read, and detects a change by another user since.
import { useRef, useState } from 'react'
import type { AudienceContacts } from '../../../contract/audiences.ts'
import { type Broadcast, broadcasts } from '../../../contract/broadcasts.ts'
import { ApiError, call } from '../../api.ts'
import { type Draft, inputOf } from './draft.ts'

export interface Saved {
  broadcast: Broadcast
  audience: AudienceContacts
}

export function useStoredDraft(saved: Saved | undefined, initial: Draft) {
  // The version read when editing began, or last saved.
  const stored = useRef(saved?.broadcast)
  const storedValues = useRef(initial)
  const [conflict, setConflict] = useState<Saved>()

  async function write(values: Draft): Promise<Broadcast> {
    const body = inputOf(values)
    const before = stored.current
    return before
      ? await call(broadcasts.update, { params: { id: before.id }, body: { ...body, version: before.version } })
      : await call(broadcasts.create, { body })
  }

  /** On a conflict, sets `conflict` and throws. */
  async function save(values: Draft): Promise<Broadcast> {
    try {
      stored.current = await write(values)
      storedValues.current = values
      return stored.current
    } catch (error) {
      if (error instanceof ApiError && error.code === 'version_conflict') {
        const broadcast = error.current as Broadcast
        const audience = await call(broadcasts.audience, { params: { id: broadcast.id } })
        setConflict({ broadcast, audience })
      }
      throw error
    }
  }

  const isStored = (values: Draft) => isSame(storedValues.current, values)

  return {
    broadcast: stored.current,
    values: storedValues.current,
    isStored,
    save,
    saveIfChanged: async (values: Draft) => (isStored(values) && stored.current ? stored.current : await save(values)),
    /** The other user's version, until the conflict is resolved. */
    conflict,
    /** The next save replaces the other user's version. */
    resolve: (theirs: Saved) => {
      stored.current = theirs.broadcast
      setConflict(undefined)
    },
    closeConflict: () => setConflict(undefined),
  }
}

/** Whether both would send the same request body. */
const isSame = (one: Draft, other: Draft) => JSON.stringify(inputOf(one)) === JSON.stringify(inputOf(other))
