// Members of a group: contacts first, with the investors they speak for.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Fragment, useState } from 'react'
import { Link } from 'react-router'
import { type GroupMember, waGroups } from '../../contract/wa-groups.ts'
import { query } from '../api.ts'
import { t } from '../lib/text.ts'
import { ErrorState } from '../ui/empty.tsx'
import { Pager } from '../ui/pager.tsx'
import { SkeletonLines } from '../ui/skeleton-lines.tsx'
import styles from './member-list.module.css'

export function MemberList({ id }: { id: string }) {
  const [page, setPage] = useState(1)
  const { data, error, refetch } = useQuery({
    ...query(waGroups.members, { params: { id }, query: { page } }),
    placeholderData: keepPreviousData,
  })
  if (!data) return error ? <ErrorState error={error} onRetry={() => refetch()} /> : <SkeletonLines height={15} />
  if (data.pagination.total === 0)
    return <p className={styles.none}>{t('WhatsApp does not show the members of this group.')}</p>
  return (
    <>
      <ul className={styles.people} aria-label={t('Members')}>
        {data.data.map((member) => (
          <Member key={member.address} member={member} />
        ))}
      </ul>
      <Pager label={t('Members')} pagination={data.pagination} onPage={setPage} />
    </>
  )
}

function Member({ member: { contact, investors, phone_text } }: { member: GroupMember }) {
  return (
    <li className={styles.person}>
      <div>
        {contact ? <Link to={`/contacts/${contact.id}`}>{contact.name}</Link> : (phone_text ?? t('Hidden number'))}
        {investors.length > 0 && (
          <p className={styles.more}>
            {investors.map(({ id, name }, index) => (
              <Fragment key={id}>
                {index > 0 && ', '}
                {/* An individual investor has the same name as the contact. */}
                <Link to={`/investors/${id}`}>{name === contact?.name ? t('Investor') : name}</Link>
              </Fragment>
            ))}
          </p>
        )}
      </div>
      <span className={styles.aside}>{contact ? phone_text : t('Not a contact')}</span>
    </li>
  )
}
