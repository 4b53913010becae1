// Live count of the group in the editor: members, skipped contacts by reason, and the first names.
import { Anchor, Loader, Skeleton } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { safeParse } from 'zod/v4/core'
import { type AudienceCount, BroadcastGroupCount, broadcastGroups } from '../../../contract/broadcast-groups.ts'
import { call } from '../../api.ts'
import { number } from '../../platform/lib/format.ts'
import { t } from '../../platform/lib/text.ts'
import { PlainList, Stack, Text } from '../../platform/ui/box.tsx'
import { Section } from '../../platform/ui/section.tsx'
import styles from './count-panel.module.css'
import { type Draft, inputOf } from './draft.ts'
import { exclusionText } from './words.ts'

type Sample = NonNullable<BroadcastGroupCount['sample']>
/** The server lists no more than these. */
const maxListed = 200

/** Only complete rules are counted; while a rule is incomplete, the last count stays, marked as outdated. */
function useCount(draft: Draft, sample: Sample) {
  const { name, ...choice } = inputOf(draft)
  const whole = safeParse(BroadcastGroupCount, { ...choice, sample })
  const [debounced] = useDebouncedValue(whole.success ? JSON.stringify(whole.data) : undefined, 400)
  const answer = useQuery({
    queryKey: [broadcastGroups.count.path, debounced],
    queryFn: ({ signal }) => call(broadcastGroups.count, { body: JSON.parse(debounced!) }, { signal }),
    enabled: debounced !== undefined,
    placeholderData: keepPreviousData,
    staleTime: 10_000,
    retry: false,
  })
  return { ...answer, isWhole: whole.success }
}

export function CountPanel({ draft }: { draft: Draft }) {
  const [sample, setSample] = useState<Sample>({})
  const { data, error, isFetching, isWhole, isPlaceholderData } = useCount(draft, sample)
  return (
    <Section
      title={t('Members')}
      actions={isFetching ? <Loader size="xs" role="status" aria-label={t('Counting…')} /> : undefined}
    >
      <Stack gap={12} className={styles.panel} aria-live="polite" data-old={!isWhole || isPlaceholderData || undefined}>
        {error && !isFetching ? (
          <Text size={13} dimmed>
            {error.message}
          </Text>
        ) : data ? (
          <Counted count={data} sample={sample} onSample={setSample} />
        ) : (
          <Skeleton height={140} />
        )}
        {!isWhole && (
          <Text size={13} dimmed>
            {t('Finish the rules to count again.')}
          </Text>
        )}
      </Stack>
    </Section>
  )
}

interface CountedProps {
  count: AudienceCount
  /** Which contacts are listed. */
  sample: Sample
  onSample: (sample: Sample) => void
}

function Counted({ count, sample: { reason: shown, limit }, onSample }: CountedProps) {
  const { reachable, excluded, undecided, sample, wa_groups, broken_rules } = count
  const listed = shown ? (excluded.find(({ reason }) => reason === shown)?.count ?? 0) : count.count
  const more = listed - sample.length
  return (
    <>
      <Text className={styles.figure}>
        <strong>{number(reachable)}</strong>{' '}
        {t.plural(reachable, 'contact will be messaged', 'contacts will be messaged')}
      </Text>
      {broken_rules.length > 0 && (
        <Text size={13} dimmed>
          {t('A rule uses a deleted record: no contacts match.')}
        </Text>
      )}
      {wa_groups > 0 && (
        <Text size={13} dimmed>
          {t.plural(wa_groups, 'and 1 WA group', 'and {count} WA groups')}
        </Text>
      )}
      {excluded.length > 0 && (
        <PlainList className={styles.reasons} aria-label={t('Skipped')}>
          {excluded.map(({ reason, count: many }) => (
            <li key={reason}>
              <Anchor
                component="button"
                type="button"
                inherit
                underline="always"
                aria-pressed={shown === reason}
                onClick={() => onSample(shown === reason ? {} : { reason, limit: maxListed })}
              >
                {exclusionText(reason)}
              </Anchor>
              <Text as="span" dimmed figures>
                {number(many)}
              </Text>
            </li>
          ))}
        </PlainList>
      )}
      {undecided > 0 && (
        <Text size={13} dimmed>
          {t.plural(
            undecided,
            'One contact is not counted because an exchange rate is missing.',
            '{count} contacts are not counted because an exchange rate is missing.',
          )}
        </Text>
      )}
      {sample.length > 0 && (
        <PlainList as="ol" className={styles.people} aria-label={t('First contacts by name')}>
          {sample.map(({ contact_id, name, phone_text, reason, investor }) => (
            <li key={contact_id} data-out={reason !== null || undefined}>
              <Text as="span" shrink breakWords className={styles.name}>
                {name}
              </Text>
              <Text as="span" dimmed figures>
                {reason ? exclusionText(reason) : phone_text}
              </Text>
              {investor && investor.name !== name && (
                <Text as="span" size={13} dimmed className={styles.investor}>
                  {t('for {investor}', { investor: investor.name })}
                </Text>
              )}
            </li>
          ))}
        </PlainList>
      )}
      {more > 0 &&
        sample.length > 0 &&
        (limit ? (
          <Text size={13} dimmed>
            {t('and {count} more', { count: number(more) })}
          </Text>
        ) : (
          <div>
            <Anchor
              component="button"
              type="button"
              size="sm"
              underline="always"
              onClick={() => onSample({ limit: maxListed })}
            >
              {t('and {count} more', { count: number(more) })}
            </Anchor>
          </div>
        ))}
      {shown && (
        <div>
          <Anchor component="button" type="button" size="sm" underline="always" onClick={() => onSample({})}>
            {t('Show all')}
          </Anchor>
        </div>
      )}
    </>
  )
}
