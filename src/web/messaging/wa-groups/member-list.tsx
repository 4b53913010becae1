// Members of a group: contacts first, with the investors they speak for.
import { Anchor } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Fragment, useState } from 'react'
import { Link } from 'react-router'
import { type GroupMember, waGroups } from '../../../contract/wa-groups.ts'
import { query } from '../../api.ts'
import { t } from '../../platform/lib/text.ts'
import { PlainList, Row, Text } from '../../platform/ui/box.tsx'
import { ErrorState } from '../../platform/ui/empty.tsx'
import { May } from '../../platform/ui/may.tsx'
import { Pager } from '../../platform/ui/pager.tsx'
import { SkeletonLines } from '../../platform/ui/skeleton-lines.tsx'
import styles from './member-list.module.css'

export function MemberList({ id }: { id: string }) {
  const [page, setPage] = useState(1)
  const { data, error, refetch } = useQuery({
    ...query(waGroups.members, { params: { id }, query: { page } }),
    placeholderData: keepPreviousData,
  })
  if (!data) return error ? <ErrorState error={error} onRetry={() => refetch()} /> : <SkeletonLines height={15} />
  if (data.pagination.total === 0)
    return (
      <Text mb={8} dimmed textAlign="center" py={24}>
        {t('WhatsApp does not show the members of this group.')}
      </Text>
    )
  return (
    <>
      <PlainList mb={12} aria-label={t('Members')}>
        {data.data.map((member) => (
          <Member key={member.address} member={member} />
        ))}
      </PlainList>
      <Pager label={t('Members')} pagination={data.pagination} onPage={setPage} />
    </>
  )
}

function Member({ member: { contact, investors, phone_text } }: { member: GroupMember }) {
  return (
    <Row as="li" gap={16} justify="between" py={6} className={styles.person}>
      <div>
        {contact ? <Link to={`/contacts/${contact.id}`}>{contact.name}</Link> : (phone_text ?? t('Hidden number'))}
        {investors.length > 0 && (
          <Text size={13} dimmed>
            {investors.map(({ id, name }, index) => (
              <Fragment key={id}>
                {index > 0 && ', '}
                {/* An individual investor has the same name as the contact. */}
                <Link to={`/investors/${id}`}>{name === contact?.name ? t('Investor') : name}</Link>
              </Fragment>
            ))}
          </Text>
        )}
      </div>
      <Text as="span" fixed size={13} dimmed figures>
        {contact ? (
          phone_text
        ) : phone_text ? (
          <May permission="edit" otherwise={phone_text}>
            <Anchor
              component={Link}
              to={`/contacts/add?phone=${encodeURIComponent(phone_text)}`}
              inherit
              aria-label={t('Add {name} as a contact', { name: phone_text })}
            >
              {t('Add as a contact')}
            </Anchor>
          </May>
        ) : (
          t('Not a contact')
        )}
      </Text>
    </Row>
  )
}
