// Preflight: who would get a broadcast, who would not and why, and warnings.
import { Anchor, Skeleton } from '@mantine/core'
import { IconAlertTriangle, IconCircleX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { type Broadcast, broadcasts } from '../../../contract/broadcasts.ts'
import type { Preflight } from '../../../contract/preflight.ts'
import { query } from '../../api.ts'
import { number } from '../../platform/lib/format.ts'
import { sentenceOf } from '../../platform/lib/messages.ts'
import { t } from '../../platform/lib/text.ts'
import { PlainList, Row, Stack, Text } from '../../platform/ui/box.tsx'
import styles from './preflight-show.module.css'
import { useReasonText } from './use-reason-text.ts'

/** Always refetched: contacts, consent and limits change. */
export function usePreflight({ id }: Broadcast, isWanted: boolean) {
  const { data, error, isFetching, refetch } = useQuery({
    ...query(broadcasts.preflight, { params: { id } }),
    enabled: isWanted,
    staleTime: 0,
    gcTime: 0,
  })
  // The result of an earlier version is hidden while it is refetched.
  return { data: isFetching ? undefined : data, error, refetch }
}

export function PreflightShow({ preflight }: { preflight: Preflight | undefined }) {
  if (!preflight) return <Skeleton height="5rem" role="status" aria-label={t('Checking recipients…')} />
  const { total, reach, excluded, problems, chats } = preflight
  const notes = notesOf(preflight)
  return (
    <Stack gap={10}>
      <p className={styles.reach} role="status">
        <strong>{t.plural(reach, '{count} recipient', '{count} recipients')}</strong>
        {total !== reach && <span> {t('of {total} chosen', { total: number(total) })}</span>}
        {chats.group > 0 && (
          <span> · {t.plural(chats.group, 'among them {count} group', 'among them {count} groups')}</span>
        )}
      </p>
      {excluded.length > 0 && (
        <div>
          <Text size={13} dimmed>
            {t('Skipped')}
          </Text>
          <ExcludedList excluded={excluded} />
        </div>
      )}
      {notes.map((note) => (
        <Row as="p" key={note} gap={8} align="stretch" note fill="warning">
          <IconAlertTriangle size={16} aria-hidden />
          <span>{note}</span>
        </Row>
      ))}
      {problems.map(({ path, message }) => (
        <Row as="p" key={path} gap={8} align="stretch" note fill="bad" role="alert">
          <IconCircleX size={16} aria-hidden />
          <span>{sentenceOf(message)}</span>
        </Row>
      ))}
    </Stack>
  )
}

/** The people who will get no message, grouped by reason. */
export function ExcludedList({ excluded }: Pick<Preflight, 'excluded'>) {
  const reasonText = useReasonText()
  return (
    <PlainList mt={4} className={styles.reasons}>
      {excluded.map(({ reason, count, examples }) => (
        <li key={reason}>
          <Text as="span" weight={600} figures textAlign="end">
            {number(count)}
          </Text>
          <span>
            {reasonText(reason)}
            <ExampleList people={examples} count={count} />
          </span>
        </li>
      ))}
    </PlainList>
  )
}

const maxShown = 5

/** Contacts open in a new tab, so that the user does not lose the review. */
function ExampleList({ people, count }: { people: Preflight['excluded'][number]['examples']; count: number }) {
  const [isWhole, setWhole] = useState(false)
  if (people.length === 0) return null
  const shown = isWhole ? people : people.slice(0, maxShown)
  const more = count - shown.length
  return (
    <Row as="span" gap={12} rowGap={0} align="stretch" wrap size={13} dimmed breakWords>
      {shown.map(({ contact_id, name }, index) => (
        <span key={index}>
          {contact_id ? (
            <Anchor component={Link} to={`/contacts/${contact_id}`} target="_blank" rel="noopener" inherit>
              {name}
            </Anchor>
          ) : (
            name
          )}
        </span>
      ))}
      {more > 0 &&
        (people.length > shown.length ? (
          <Anchor component="button" type="button" inherit underline="always" onClick={() => setWhole(true)}>
            {t('and {count} more', { count: number(more) })}
          </Anchor>
        ) : (
          <span>{t('and {count} more', { count: number(more) })}</span>
        ))}
    </Row>
  )
}

function notesOf(preflight: Preflight): string[] {
  const { unknown_consent, not_on_whatsapp, recently_messaged, contact_hours, rendered, reach } = preflight
  const notes: string[] = []
  if (unknown_consent > 0)
    notes.push(
      t.plural(
        unknown_consent,
        '{count} of them has not given consent. Only message people who have agreed.',
        '{count} of them have not given consent. Only message people who have agreed.',
      ),
    )
  if (not_on_whatsapp > 0)
    notes.push(
      t.plural(
        not_on_whatsapp,
        '{count} of these numbers was not on WhatsApp before. It is tried again.',
        '{count} of these numbers were not on WhatsApp before. They are tried again.',
      ),
    )
  if (recently_messaged > 0)
    notes.push(
      t.plural(
        recently_messaged,
        '{count} of them got another broadcast in the last {hours} hours, so the message will wait.',
        '{count} of them got another broadcast in the last {hours} hours, so their messages will wait.',
        { hours: contact_hours },
      ),
    )
  const isPart = rendered > 0 && rendered < reach
  if (isPart)
    notes.push(
      t('Missing values were checked for {rendered} recipients and estimated for all.', { rendered: number(rendered) }),
    )
  return notes
}
