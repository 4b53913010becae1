// Computes who gets the draft in the form, who does not, and how long sending takes. Runs again after each change.
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { broadcasts, type DraftToPreflight } from '../../../contract/broadcasts.ts'
import { call } from '../../api.ts'
import { type Draft, inputOf, isNobody } from './draft.ts'

const settleMs = 350

export function useDraftPreflight(draft: Draft, id: string | undefined) {
  const input = toCheck(draft, id)
  const wanted = input && JSON.stringify(input)
  const [settled] = useDebouncedValue(wanted, settleMs)
  const answer = useQuery({
    queryKey: [broadcasts.preflightDraft.path, settled],
    queryFn: ({ signal }) => call(broadcasts.preflightDraft, { body: JSON.parse(settled!) }, { signal }),
    enabled: wanted !== undefined && settled !== undefined,
    placeholderData: keepPreviousData,
    staleTime: 10_000,
    retry: false,
  })
  return {
    /** The previous result stays while the next one loads. There is none while nobody is chosen. */
    data: wanted === undefined ? undefined : answer.data,
    error: wanted === settled ? answer.error : null,
    isOld: wanted !== settled || answer.isPlaceholderData || answer.isFetching,
  }
}

function toCheck(draft: Draft, id: string | undefined): DraftToPreflight | undefined {
  if (!draft.session_id || isNobody(draft.audience)) return undefined
  const { session_id, template_id, body, audience, send_at, time_zone } = inputOf(draft)
  return {
    ...(id && { id }),
    ...{ session_id, template_id, audience, send_at, time_zone },
    body: body?.trim() ? body : null,
  }
}
