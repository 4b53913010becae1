// Live count of the group in the editor: members, skipped contacts by reason, and the first names.
import { Loader, Skeleton } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { safeParse } from 'zod/v4/core'
import { type AudienceCount, BroadcastGroupChoice, broadcastGroups } from '../../contract/broadcast-groups.ts'
import { call } from '../api.ts'
import { number } from '../lib/format.ts'
import { t } from '../lib/text.ts'
import { Section } from '../ui/section.tsx'
import styles from './count-panel.module.css'
import { type Draft, inputOf } from './draft.ts'
import { leftOutText } from './words.ts'

/** Only complete rules are counted; while a rule is incomplete, the last count stays, marked as outdated. */
function useCount(draft: Draft) {
  const { name, ...choice } = inputOf(draft)
  const whole = safeParse(BroadcastGroupChoice, choice)
  const [asked] = useDebouncedValue(whole.success ? JSON.stringify(whole.data) : undefined, 400)
  const answer = useQuery({
    queryKey: [broadcastGroups.count.path, asked],
    queryFn: ({ signal }) => call(broadcastGroups.count, { body: JSON.parse(asked!) }, { signal }),
    enabled: asked !== undefined,
    placeholderData: keepPreviousData,
    staleTime: 10_000,
    retry: false,
  })
  return { ...answer, isWhole: whole.success }
}

export function CountPanel({ draft }: { draft: Draft }) {
  const { data, error, isFetching, isWhole, isPlaceholderData } = useCount(draft)
  return (
    <Section title={t('Members')} actions={isFetching ? <Loader size="xs" aria-label={t('Counting…')} /> : undefined}>
      <div className={styles.panel} aria-live="polite" data-old={!isWhole || isPlaceholderData || undefined}>
        {error && !isFetching ? (
          <p className={styles.note}>{error.message}</p>
        ) : data ? (
          <Counted count={data} />
        ) : (
          <Skeleton height={140} />
        )}
        {!isWhole && <p className={styles.note}>{t('Finish the rules to count again.')}</p>}
      </div>
    </Section>
  )
}

function Counted({ count }: { count: AudienceCount }) {
  const { reachable, left_out, undecided, sample, wa_groups, broken } = count
  return (
    <>
      <p className={styles.figure}>
        <strong>{number(reachable)}</strong>{' '}
        {t.plural(reachable, 'contact will be messaged', 'contacts will be messaged')}
      </p>
      {broken.length > 0 && <p className={styles.note}>{t('A rule uses a deleted record: no contacts match.')}</p>}
      {wa_groups > 0 && <p className={styles.line}>{t.plural(wa_groups, 'and 1 WA group', 'and {count} WA groups')}</p>}
      {left_out.length > 0 && (
        <ul className={styles.reasons} aria-label={t('Skipped')}>
          {left_out.map(({ reason, count: many }) => (
            <li key={reason}>
              <span>{leftOutText(reason)}</span>
              <span className={styles.number}>{number(many)}</span>
            </li>
          ))}
        </ul>
      )}
      {undecided > 0 && (
        <p className={styles.note}>
          {t.plural(
            undecided,
            'One contact is not counted because an exchange rate is missing.',
            '{count} contacts are not counted because an exchange rate is missing.',
          )}
        </p>
      )}
      {sample.length > 0 && (
        <ol className={styles.people} aria-label={t('First contacts by name')}>
          {sample.map(({ contact_id, name, phone_text, reason, investor }) => (
            <li key={contact_id} data-out={reason !== null || undefined}>
              <span className={styles.name}>{name}</span>
              <span className={styles.aside}>{reason ? leftOutText(reason) : phone_text}</span>
              {investor && investor.name !== name && (
                <span className={styles.investor}>{t('for {investor}', { investor: investor.name })}</span>
              )}
            </li>
          ))}
        </ol>
      )}
      {count.count > sample.length && sample.length > 0 && (
        <p className={styles.line}>{t('and {count} more', { count: number(count.count - sample.length) })}</p>
      )}
    </>
  )
}
