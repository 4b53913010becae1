// Investors without a contact in the group.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { type MissingInvestor, waGroups } from '../../../contract/wa-groups.ts'
import { query } from '../../api.ts'
import { t } from '../../platform/lib/text.ts'
import { PlainList, Row, Text } from '../../platform/ui/box.tsx'
import { ErrorState } from '../../platform/ui/empty.tsx'
import { Pager } from '../../platform/ui/pager.tsx'
import { SkeletonLines } from '../../platform/ui/skeleton-lines.tsx'
import styles from './member-list.module.css'

export function MissingList({ id }: { id: string }) {
  const [page, setPage] = useState(1)
  const { data, error, refetch } = useQuery({
    ...query(waGroups.missingInvestors, { params: { id }, query: { page } }),
    placeholderData: keepPreviousData,
  })
  if (!data) return error ? <ErrorState error={error} onRetry={() => refetch()} /> : <SkeletonLines height={15} />
  if (data.pagination.total === 0)
    return (
      <Text mb={8} dimmed textAlign="center" py={24}>
        {t('No investor is missing.')}
      </Text>
    )
  return (
    <>
      <Text mb={8} dimmed>
        {t('None of their contacts is in the group.')}
      </Text>
      <PlainList mb={12} aria-label={t('Missing investors')}>
        {data.data.map((investor) => (
          <Missing key={investor.id} investor={investor} />
        ))}
      </PlainList>
      <Pager label={t('Missing investors')} pagination={data.pagination} onPage={setPage} />
    </>
  )
}

function Missing({ investor: { id, code, name, contacts } }: { investor: MissingInvestor }) {
  const first = contacts.find(({ phone_text }) => phone_text) ?? contacts[0]
  return (
    <Row as="li" gap={16} justify="between" py={6} className={styles.person}>
      <div>
        <Link to={`/investors/${id}`}>{name}</Link>
        <Text size={13} dimmed>
          {first
            ? [first.name !== name && first.name, first.phone_text ?? t('No number')].filter(Boolean).join(' · ')
            : t('No contact')}
        </Text>
      </div>
      <Text as="span" fixed size={13} dimmed figures>
        {code}
      </Text>
    </Row>
  )
}
