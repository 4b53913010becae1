// How the values of a contact's form read beside one another: tags by their names, days and consents in words.
import { useQueryClient } from '@tanstack/react-query'
import type { Consent } from '../../contract/contacts.ts'
import { type TagLabel, tags } from '../../contract/tags.ts'
import { query } from '../api.ts'
import { calendarDay } from '../lib/format.ts'
import { languageName } from '../lib/language-names.ts'
import { consentText } from './consent-badge.tsx'

/** `known` are tags of the records at hand; whoever chose others has loaded all. */
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
