// What runs and what waits: phones, emails, webhooks, backups and versions.
import { useQuery } from '@tanstack/react-query'
import { type Status, status } from '../../../contract/status.ts'
import { query } from '../../api.ts'
import { dateTime, number } from '../../platform/lib/format.ts'
import { useMayOrWait } from '../../platform/lib/permissions.ts'
import { t } from '../../platform/lib/text.ts'
import { ErrorState } from '../../platform/ui/empty.tsx'
import { Facts } from '../../platform/ui/facts.tsx'
import { SkeletonLines } from '../../platform/ui/skeleton-lines.tsx'
import { SessionBadge } from './session-badge.tsx'

export function StatusShow() {
  const mayRead = useMayOrWait('manage_settings') === true
  const { data, error, refetch } = useQuery({ ...query(status.get), enabled: mayRead, refetchInterval: 30_000 })
  if (data) return <Facts facts={[...data.phones.map(phoneFact), ...otherFacts(data)]} />
  if (error) return <ErrorState error={error} onRetry={() => refetch()} />
  return <SkeletonLines height={12} />
}

const phoneFact = ({ name, waiting, ...phone }: Status['phones'][number]) => ({
  label: name,
  value: (
    <>
      <SessionBadge session={phone} />
      {waiting > 0 && ` ${t.plural(waiting, '{count} message waiting', '{count} messages waiting')}`}
    </>
  ),
})

const otherFacts = (now: Status) => [
  {
    label: t('Emails'),
    value:
      now.oldest_mail_at === null
        ? t('None waiting')
        : t('{count} waiting, the oldest since {time}', {
            count: number(now.mails_waiting),
            time: dateTime(now.oldest_mail_at),
          }),
  },
  {
    label: t('Webhooks'),
    value:
      now.webhook_events_waiting === 0
        ? t('None waiting')
        : t.plural(now.webhook_events_waiting, '{count} event waiting', '{count} events waiting'),
  },
  { label: t('Last backup'), value: backupText(now) },
  {
    label: t('Version'),
    value: t('Kabar {release}, PostgreSQL {database}', { release: now.release, database: now.database }),
  },
]

function backupText({ last_backup_at, backup_failed }: Status): string {
  const last = last_backup_at === null ? t('None yet') : dateTime(last_backup_at)
  return backup_failed ? t('{last}. The last attempt failed: ask whoever runs Kabar.', { last }) : last
}
