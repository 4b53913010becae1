// Preflight: who would get a broadcast, who would not and why, and warnings.
import { Anchor, Skeleton } from '@mantine/core'
import { IconAlertTriangle, IconCircleX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { type Broadcast, broadcasts } from '../../contract/broadcasts.ts'
import type { Preflight } from '../../contract/preflight.ts'
import { query } from '../api.ts'
import { number } from '../lib/format.ts'
import { t } from '../lib/text.ts'
import styles from './preflight-show.module.css'
import { reasonText } from './reason-text.ts'

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

export function PreflightShow({ told }: { told: Preflight | undefined }) {
  if (!told) return <Skeleton height="5rem" aria-label={t('Checking recipients…')} />
  const { total, reach, left_out, faults, chats } = told
  const notes = notesOf(told)
  return (
    <div className={styles.preflight}>
      <p className={styles.reach} role="status">
        <strong>{t.plural(reach, '{count} will get it', '{count} will get it')}</strong>
        {total !== reach && <span> {t('of {total} chosen', { total: number(total) })}</span>}
        {chats.group > 0 && (
          <span> · {t.plural(chats.group, 'among them {count} group', 'among them {count} groups')}</span>
        )}
      </p>
      {left_out.length > 0 && (
        <div>
          <p className={styles.label}>{t('Skipped')}</p>
          <ul className={styles.reasons}>
            {left_out.map(({ reason, count, some }) => (
              <li key={reason}>
                <span className={styles.count}>{number(count)}</span>
                <span>
                  {reasonText(reason)}
                  <Some people={some} count={count} />
                </span>
              </li>
            ))}
          </ul>
        </div>
      )}
      {notes.map((note) => (
        <p key={note} className={styles.note}>
          <IconAlertTriangle size={16} aria-hidden />
          <span>{note}</span>
        </p>
      ))}
      {faults.map(({ path, message }) => (
        <p key={path} className={styles.fault} role="alert">
          <IconCircleX size={16} aria-hidden />
          <span>{t.told(message)}</span>
        </p>
      ))}
    </div>
  )
}

/** Opens in a new tab, so that the review stays open. */
function Some({ people, count }: { people: Preflight['left_out'][number]['some']; count: number }) {
  if (people.length === 0) return null
  return (
    <span className={styles.some}>
      {people.map(({ contact_id, name }, index) => (
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
      {count > people.length && <span>{t('and {count} more', { count: number(count - people.length) })}</span>}
    </span>
  )
}

function notesOf(told: Preflight): string[] {
  const { unknown_consent, not_on_whatsapp, recently_messaged, contact_hours, written, reach } = told
  const notes: string[] = []
  if (unknown_consent > 0)
    notes.push(
      t.plural(
        unknown_consent,
        '{count} of them never said that they want messages. Write only to people who agreed.',
        '{count} of them never said that they want messages. Write only to people who agreed.',
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
        '{count} of them got another broadcast in the last {hours} hours and waits until that is over.',
        '{count} of them got another broadcast in the last {hours} hours and wait until that is over.',
        { hours: contact_hours },
      ),
    )
  const isPart = written > 0 && written < reach
  if (isPart)
    notes.push(
      t('Missing values were checked for {written} recipients and estimated for all.', { written: number(written) }),
    )
  return notes
}
