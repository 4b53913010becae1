// Columns of the recipients. The name links to the contact, the row opens the message.
import { VisuallyHidden } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { Link } from 'react-router'
import type { Recipient } from '../../../contract/broadcasts.ts'
import { dateTime } from '../../platform/lib/format.ts'
import { t } from '../../platform/lib/text.ts'
import { Text } from '../../platform/ui/box.tsx'
import { type Columns, columnsOf } from '../../platform/ui/data-table.tsx'
import { groupText } from './reason-text.ts'
import { RecipientBadge } from './recipient-badge.tsx'
import styles from './recipient-columns.module.css'
import { type Reader, shortMoment } from './time-text.ts'

const column = columnsOf<Recipient>()

const moment = (field: 'sent_at' | 'delivered_at' | 'read_at', header: string, reader: Reader) =>
  column.accessor(field, {
    header,
    meta: { sort: field, width: field === 'sent_at' ? '9rem' : '6.5rem' },
    cell: ({ getValue, row: { original } }) => {
      const time = getValue()
      const after = field === 'sent_at' ? null : original.sent_at
      return (
        time && (
          <time dateTime={time} title={dateTime(time)}>
            {shortMoment(time, reader, { after })}
          </time>
        )
      )
    },
  })

const addressText = ({ participants, address_text }: Recipient) =>
  participants === null ? address_text || t('No number') : t.plural(participants, '{count} member', '{count} members')

/** Times fit only on wide screens; the message drawer shows them as well. `isWritten`: show messages instead of times. */
export const recipientColumns = (
  reader: Reader,
  { isWide, isWritten }: { isWide: boolean; isWritten: boolean },
  reasonText: (reason: string) => string,
): Columns<Recipient> => [
  column.accessor('name', {
    header: t('Name'),
    meta: { sort: 'name', card: 'hidden', words: true, width: isWide ? '17%' : '26%' },
    cell: ({ row: { original } }) =>
      original.contact_id ? (
        <Link to={`/contacts/${original.contact_id}`} className={styles.name}>
          {original.name}
        </Link>
      ) : (
        original.name || (
          <Text as="span" dimmed>
            {t('Erased')}
          </Text>
        )
      ),
  }),
  // The formatted text instead of the field: cards on phones omit empty values.
  column.accessor(addressText, {
    id: 'address',
    header: t('Number'),
    meta: { sort: 'address', width: '9.75rem' },
    cell: ({ getValue, row: { original } }) =>
      original.participants === null && !original.address_text ? (
        <Text as="span" dimmed>
          {getValue()}
        </Text>
      ) : (
        getValue()
      ),
  }),
  column.accessor('status', {
    header: t('State'),
    meta: { sort: 'status', width: '8.75rem', card: 'aside' },
    cell: ({ getValue }) => <RecipientBadge status={getValue()} />,
  }),
  column.accessor((row) => (row.reason ? reasonText(row.reason) : (groupText(row) ?? null)), {
    id: 'reason',
    header: t('Reason'),
    meta: { words: true },
    cell: ({ getValue }) => <span title={getValue() ?? undefined}>{getValue()}</span>,
  }),
  ...(isWritten
    ? [
        column.accessor('text', {
          header: t('Message'),
          meta: { words: true, width: '38%' },
          cell: ({ getValue }) => (
            <Text as="span" preWrap breakWords lines={3}>
              {getValue()}
            </Text>
          ),
        }),
      ]
    : []),
  ...(isWide && !isWritten
    ? [
        moment('sent_at', t('Sent'), reader),
        moment('delivered_at', t('Delivered'), reader),
        moment('read_at', t('Read'), reader),
      ]
    : []),
  // On a phone this is the card's title, and the name opens the message.
  column.display({
    id: 'message',
    header: () => <VisuallyHidden>{t('Message')}</VisuallyHidden>,
    meta: { card: 'title', width: '3.5rem', align: 'end' },
    cell: ({ row: { original } }) => (
      <>
        <span className={styles.onCard}>{original.name}</span>
        <span className={styles.inTable}>
          <IconChevronRight size={16} aria-label={t('Message to {name}', { name: original.name })} role="img" />
        </span>
      </>
    ),
  }),
]
