// Form values of a contact as text: names of tags, days and consents in words.
import { useQueryClient } from '@tanstack/react-query'
import type { Consent, PhoneLabel } from '../../../contract/contacts.ts'
import { type TagLabel, tags } from '../../../contract/tags.ts'
import { query } from '../../api.ts'
import { calendarDay } from '../../platform/lib/format.ts'
import { languageName } from '../../platform/lib/language-names.ts'
import { nameIn, wordingOf } from '../../platform/lib/wording.ts'
import { consentText } from './consent-badge.tsx'
import { phoneLabelText } from './labels.ts'

/** `known`: tags of the records on the page; picking other tags has loaded all. */
export function useWording(known: readonly TagLabel[]) {
  const client = useQueryClient()
  return wordingOf({
    consent: (value) => consentText(value as Consent),
    consent_at: calendarDay,
    phone_label: (value) => phoneLabelText(value as PhoneLabel),
    language: languageName,
    tag_ids: (id) => nameIn(client.getQueryData(query(tags.list).queryKey)?.data ?? known)(id),
  })
}
