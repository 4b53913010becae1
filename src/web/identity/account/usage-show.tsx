// Usage of the organization's quotas.
import { Progress } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type Quota, type QuotaKind, quotas } from '../../../contract/quotas.ts'
import { query } from '../../api.ts'
import { fileSize, number } from '../../platform/lib/format.ts'
import { t } from '../../platform/lib/text.ts'
import styles from './usage-show.module.css'

export function UsageShow() {
  const { data, error } = useQuery(query(quotas.list))
  if (error) return <p role="alert">{error.message}</p>
  return (
    <dl className={styles.limits}>
      {(data?.data ?? []).map((quota) => (
        <div key={quota.kind}>
          <dt>{labelOf(quota.kind)}</dt>
          <dd>
            {t('{used} of {most}', { used: shown(quota, quota.used), most: shown(quota, quota.limit) })}
            <Progress
              size="xs"
              radius="xl"
              value={Math.min(100, (100 * quota.used) / Math.max(1, quota.limit))}
              color={quota.used >= quota.limit ? 'var(--tone-warning-text)' : 'petrol'}
              aria-label={labelOf(quota.kind)}
            />
          </dd>
        </div>
      ))}
    </dl>
  )
}

const labelOf = (kind: QuotaKind) =>
  ({
    records: t('Records'),
    storage: t('Files and imports'),
    uploads: t('Uploads in the last hour'),
    exports: t('Exports in the last hour'),
  })[kind]

const shown = ({ kind }: Quota, value: number) => (kind === 'storage' && value > 0 ? fileSize(value) : number(value))
