// Turns the address of a new broadcast (contract/broadcast-start.ts) into a draft, and loads the names that the form shows.
import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import type { AudienceContacts } from '../../../contract/audiences.ts'
import { broadcastGroups } from '../../../contract/broadcast-groups.ts'
import { type BroadcastStart, readBroadcastStart } from '../../../contract/broadcast-start.ts'
import type { Broadcast } from '../../../contract/broadcasts.ts'
import { ContactNamesQuery, contacts } from '../../../contract/contacts.ts'
import { waGroups } from '../../../contract/wa-groups.ts'
import { ApiError, call } from '../../api.ts'
import { readSearch } from '../../platform/lib/use-search.ts'

export interface Prefilled {
  all_contacts: boolean
  template_id: string | undefined
  audience: AudienceContacts
  groups: Broadcast['audience']['broadcast_groups']
}

/** The address is read once, because afterwards the user edits the form. Deleted records are left out. */
export function useBroadcastStart() {
  const [params] = useSearchParams()
  const start = readBroadcastStart(params)
  return useQuery({
    queryKey: ['broadcast-start', start],
    queryFn: () => prefilled(start),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
}

async function prefilled({
  template_id,
  contact_ids = [],
  contacts: search,
  ...ids
}: BroadcastStart): Promise<Prefilled> {
  const isAll = search === ''
  const [groups, own, chosen, matching] = await Promise.all([
    existing(ids.broadcast_group_id, (id) => call(broadcastGroups.get, { params: { id } })),
    existing(ids.wa_group_id, (id) => call(waGroups.get, { params: { id } })),
    contact_ids.length > 0 ? namesOf({ ids: [...contact_ids] }) : [],
    search && !isAll ? namesOf(readSearch(ContactNamesQuery, new URLSearchParams(search))) : [],
  ])
  const people = new Map([...chosen, ...matching].map((person) => [person.id, person]))
  return {
    all_contacts: isAll,
    template_id,
    audience: { contacts: [...people.values()], excluded: [], groups: own },
    groups: groups.map(({ id, name }) => ({ id, name, is_deleted: false })),
  }
}

const namesOf = async (query: ContactNamesQuery) => (await call(contacts.names, { query })).data

/** Leaves out records that no longer exist. */
async function existing<T>(ids: readonly string[] = [], get: (id: string) => Promise<T>): Promise<T[]> {
  const found = await Promise.all(
    ids.map((id) =>
      get(id).catch((error) => {
        if (error instanceof ApiError && error.status === 404) return undefined
        throw error
      }),
    ),
  )
  return found.filter((each) => each !== undefined)
}
