// Form values of a contact as text: names of tags, days and consents in words.
import { useQueryClient } from '@tanstack/react-query'
import type { Consent } from '../../contract/contacts.ts'
import { type TagLabel, tags } from '../../contract/tags.ts'
import { query } from '../api.ts'
import { calendarDay } from '../lib/format.ts'
import { languageName } from '../lib/language-names.ts'
import { consentText } from './consent-badge.tsx'

/** `known`: tags of the records on the page; picking other tags has loaded all. */
export function useWording(known: readonly TagLabel[]) {
  const client = useQueryClient()
  return (name: string, value: unknown): string => {
    if (name === 'consent') return consentText(value as Consent)
    if (name === 'consent_at') return calendarDay(String(value))
    if (name === 'language') return languageName(String(value))
    if (name !== 'tag_ids') return String(value)
    const all = client.getQueryData(query(tags.list).queryKey)?.data ?? known
    return (value as string[]).map((id) => all.find((tag) => tag.id === id)?.name ?? '…').join(', ')
  }
}
