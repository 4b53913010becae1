// Investors without a contact in the group.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { type MissingInvestor, waGroups } from '../../contract/wa-groups.ts'
import { query } from '../api.ts'
import { t } from '../lib/text.ts'
import { ErrorState } from '../ui/empty.tsx'
import { Pager } from '../ui/pager.tsx'
import { SkeletonLines } from '../ui/skeleton-lines.tsx'
import styles from './member-list.module.css'

export function MissingList({ id }: { id: string }) {
  const [page, setPage] = useState(1)
  const { data, error, refetch } = useQuery({
    ...query(waGroups.missingInvestors, { params: { id }, query: { page } }),
    placeholderData: keepPreviousData,
  })
  if (!data) return error ? <ErrorState error={error} onRetry={() => refetch()} /> : <SkeletonLines height={15} />
  if (data.pagination.total === 0) return <p className={styles.none}>{t('No investor is missing.')}</p>
  return (
    <>
      <p className={styles.lead}>{t('None of their contacts is in the group.')}</p>
      <ul className={styles.people} aria-label={t('Missing investors')}>
        {data.data.map((investor) => (
          <Missing key={investor.id} investor={investor} />
        ))}
      </ul>
      <Pager label={t('Missing investors')} pagination={data.pagination} onPage={setPage} />
    </>
  )
}

function Missing({ investor: { id, code, name, contacts } }: { investor: MissingInvestor }) {
  const first = contacts.find(({ phone_text }) => phone_text) ?? contacts[0]
  return (
    <li className={styles.person}>
      <div>
        <Link to={`/investors/${id}`}>{name}</Link>
        <p className={styles.more}>
          {first
            ? [first.name !== name && first.name, first.phone_text ?? t('No number')].filter(Boolean).join(' · ')
            : t('No contact')}
        </p>
      </div>
      <span className={styles.aside}>{code}</span>
    </li>
  )
}
