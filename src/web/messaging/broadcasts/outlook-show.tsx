// Shown beside the form of a draft: how many people get the broadcast, who is left out, and when sending ends.
import { Skeleton } from '@mantine/core'
import type { DraftPreflight } from '../../../contract/preflight.ts'
import type { WaSession } from '../../../contract/wa-sessions.ts'
import { locale, number } from '../../platform/lib/format.ts'
import { t } from '../../platform/lib/text.ts'
import { Stack, Text } from '../../platform/ui/box.tsx'
import type { Draft } from './draft.ts'
import styles from './outlook-show.module.css'
import { ExcludedList } from './preflight-show.tsx'
import { reasonText } from './reason-text.ts'
import { clockText } from './time-text.ts'
import { type Timing, timingOf } from './timing.ts'
import type { useDraftPreflight } from './use-draft-preflight.ts'

interface OutlookShowProps {
  draft: Draft
  isNobody: boolean
  outlook: ReturnType<typeof useDraftPreflight>
  session: WaSession | undefined
}

export function OutlookShow({ draft, isNobody, outlook: { data, error, isOld }, session }: OutlookShowProps) {
  return (
    <Stack gap={12} aria-busy={isOld}>
      <div role="status" className={styles.reach}>
        {isNobody ? (
          <>
            <Figure count={0} text={t('people')} />
            <Text dimmed>{t('Nobody chosen yet. Choose broadcast groups, contacts or all contacts.')}</Text>
          </>
        ) : error ? (
          <Text tone="bad">{error.message}</Text>
        ) : data ? (
          <Reach preflight={data} />
        ) : session ? (
          <Skeleton height="4.5rem" role="status" aria-label={t('Counting…')} />
        ) : (
          <Text dimmed>{t('Choose a session to send from.')}</Text>
        )}
      </div>
      <div className={styles.time}>
        {session && !isNobody && data && data.reach > 0 && <Time timing={timingFor(draft, data, session)} />}
      </div>
    </Stack>
  )
}

function Reach({ preflight: { reach, chats, excluded } }: { preflight: DraftPreflight }) {
  const people = reach - chats.group
  const left = excluded.reduce((sum, { count }) => sum + count, 0)
  return (
    <>
      {people > 0 || chats.group === 0 ? (
        <Figure count={people} text={t.plural(people, 'person gets it', 'people get it')} />
      ) : (
        <Figure count={chats.group} text={t.plural(chats.group, 'WhatsApp group gets it', 'WhatsApp groups get it')} />
      )}
      {people > 0 && chats.group > 0 && (
        <Text>{t.plural(chats.group, 'and {count} WhatsApp group', 'and {count} WhatsApp groups')}</Text>
      )}
      {left === 0 ? <Text dimmed>{t('Nobody is left out.')}</Text> : <LeftOut count={left} excluded={excluded} />}
    </>
  )
}

function Figure({ count, text }: { count: number; text: string }) {
  return (
    <p className={styles.figure}>
      <strong>{number(count)}</strong> {text}
    </p>
  )
}

/** One line that opens the full list of names by reason. */
function LeftOut({ count, excluded }: { count: number; excluded: DraftPreflight['excluded'] }) {
  const list = new Intl.ListFormat(locale(), { type: 'unit' })
  const short = new Map<string, number>()
  for (const { reason, count } of excluded)
    short.set(shortReason(reason), (short.get(shortReason(reason)) ?? 0) + count)
  const reasons = [...short].map(([reason, many]) => t('{reason} ({count})', { reason, count: number(many) }))
  return (
    <details className={styles.left}>
      <summary>
        {t.plural(count, '{count} left out: {reasons}', '{count} left out: {reasons}', {
          reasons: list.format(reasons),
        })}
      </summary>
      <ExcludedList excluded={excluded} />
    </details>
  )
}

function shortReason(reason: string): string {
  const [code = ''] = reason.split(':')
  return (
    {
      missing_variable: t('missing details'),
      no_number: t('no number'),
      opted_out: t('opted out'),
      do_not_contact: t('do not contact'),
      not_known: t('never wrote to this number'),
    }[code] ?? reasonText(reason)
  )
}

/** The timing of the draft. An incomplete scheduled time counts as none. */
export function timingFor(draft: Draft, { estimate }: DraftPreflight, session: WaSession): Timing {
  const isLater = draft.when === 'later' && draft.send_on.length === 16
  return timingOf({
    estimate,
    session,
    scheduled: isLater ? t('Starts {when}', { when: clockText(draft.send_on) }) : undefined,
  })
}

function Time({ timing: { headline, cost } }: { timing: Timing }) {
  return (
    <>
      <Text weight={600}>{headline}</Text>
      {cost && (
        <Text size={13} dimmed>
          {cost}
        </Text>
      )}
    </>
  )
}
