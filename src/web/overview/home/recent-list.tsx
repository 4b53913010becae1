// Records that were added or changed last, by any user.
import { Skeleton } from '@mantine/core'
import { IconAddressBook, IconBriefcase2, IconUsers } from '@tabler/icons-react'
import { Link } from 'react-router'
import type { Recent } from '../../../contract/home.ts'
import { t } from '../../platform/lib/text.ts'
import { useAgo } from '../../platform/lib/use-ago.ts'
import { Row, Text } from '../../platform/ui/box.tsx'
import { Section } from '../../platform/ui/section.tsx'
import styles from './recent-list.module.css'

export function RecentList({ recent }: { recent: Recent[] | undefined }) {
  if (recent?.length === 0) return null
  return (
    <Section title={t('Recently added or changed')} flush>
      <ul className={styles.records} aria-busy={!recent}>
        {(recent ?? waiting).map((record, nth) => (
          <li key={record?.id ?? nth}>
            {record ? <Record record={record} /> : <Skeleton height={14} width="60%" mx="md" my={13} />}
          </li>
        ))}
      </ul>
    </Section>
  )
}

const waiting: undefined[] = Array.from({ length: 4 })

function Record({ record: { kind, id, name, updated_at, is_new } }: { record: Recent }) {
  const { icon: Icon, path } = kinds[kind]
  const ago = useAgo(updated_at)
  return (
    <Row as={Link} to={`${path}/${id}`} gap={12} py={4} px={12} className={styles.record}>
      <Icon size={18} stroke={1.7} aria-hidden />
      <Text as="span" grow truncate>
        {name}
      </Text>
      <Text as="span" fixed size={13} dimmed className={styles.when}>
        {is_new ? t('added {ago}', { ago }) : t('changed {ago}', { ago })}
      </Text>
    </Row>
  )
}

const kinds = {
  investor: { icon: IconUsers, path: '/investors' },
  investment: { icon: IconBriefcase2, path: '/investments' },
  contact: { icon: IconAddressBook, path: '/contacts' },
}
