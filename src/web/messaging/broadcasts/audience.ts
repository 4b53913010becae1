// The audience of a draft: its size, and the first contact, whose message is previewed.
import { useQuery } from '@tanstack/react-query'
import type { Audience } from '../../../contract/audiences.ts'
import { contacts } from '../../../contract/contacts.ts'
import { query } from '../../api.ts'

export interface AudiencePreview {
  /** Number of all contacts; undefined while loading. */
  total: number | undefined
  /** Contacts of the audience, including those who opted out or have no number. */
  count: number | undefined
  first: { id: string; name: string } | undefined
}

export function useAudiencePreview({
  all_contacts,
  contact_ids = [],
  exclude_contact_ids = [],
}: Audience): AudiencePreview {
  const everybody = useQuery({ ...query(contacts.list, { query: { per_page: 20, sort: 'name' } }), staleTime: 0 })
  const firstId = contact_ids[0]
  const chosen = useQuery({
    ...query(contacts.get, { params: { id: firstId ?? '' } }),
    enabled: !all_contacts && firstId !== undefined,
  })
  const total = everybody.data?.pagination.total
  if (!all_contacts) return { total, count: contact_ids.length, first: firstId ? chosen.data : undefined }
  const excluded = new Set(exclude_contact_ids)
  return {
    total,
    count: total === undefined ? undefined : Math.max(0, total - excluded.size),
    first: everybody.data?.data.find(
      ({ id, phone, consent }) => phone !== null && consent !== 'opted_out' && !excluded.has(id),
    ),
  }
}
