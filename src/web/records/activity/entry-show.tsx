// One timeline entry: what happened, to which record, by whom and when.
import { Anchor } from '@mantine/core'
import {
  IconArrowBackUp,
  IconArrowRight,
  IconChecklist,
  IconCoins,
  IconFlag,
  IconMessage,
  IconNote,
  IconPencil,
  IconPlus,
  IconSend,
  IconTrash,
  type TablerIcon,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Activity, FieldChange } from '../../../contract/activity.ts'
import { RecipientBadge } from '../../messaging/broadcasts/recipient-badge.tsx'
import { calendarDay } from '../../platform/lib/format.ts'
import { money } from '../../platform/lib/money.ts'
import { t } from '../../platform/lib/text.ts'
import { Ago } from '../../platform/ui/ago.tsx'
import { PlainList, Row, Text } from '../../platform/ui/box.tsx'
import { StatusBadge } from '../master-data/status-badge.tsx'
import { NoteShow } from '../notes/note-panel.tsx'
import { kindText, TransactionBadge } from '../transactions/transaction-badge.tsx'
import styles from './activity-panel.module.css'
import { fieldText, isLong, valueText } from './words.ts'

type Of<K extends Activity['kind']> = Extract<Activity, { kind: K }>

/** `isAbout`: id of the page's record; entries of other records name theirs. */
export function EntryShow({ entry, isAbout }: { entry: Activity; isAbout: string }) {
  const { icon: Icon, title, body } = partsOf(entry)
  const isOfAnother = entry.record.id !== isAbout
  const by = entry.kind === 'reply' && isOfAnother ? undefined : byOf(entry)
  return (
    <li className={styles.entry}>
      <Text as="span" disc dimmed className={styles.icon}>
        <Icon size={16} aria-hidden />
      </Text>
      <Text as="div" shrink breakWords className={styles.said}>
        <Text as="div" weight={500}>
          {title}
        </Text>
        {body}
        <Row gap={10} rowGap={0} align="baseline" wrap mt={2} size={13} dimmed>
          {isOfAnother && <RecordLink record={entry.record} />}
          {by && <span>{by}</span>}
          <Ago time={entry.at} />
        </Row>
      </Text>
    </li>
  )
}

function RecordLink({ record: { kind, id, name } }: Pick<Activity, 'record'>) {
  return (
    <Anchor component={Link} to={`/${kind}s/${id}`} inherit>
      {name}
    </Anchor>
  )
}

/** Automatic changes have no author. */
function byOf(entry: Activity) {
  if (entry.kind === 'reply') return entry.record.name
  if (entry.by) return entry.by.name
  return entry.kind === 'changed' || entry.kind === 'answer' ? 'Kabar' : t('Former member')
}

interface Parts {
  icon: TablerIcon
  title: ReactNode
  body?: ReactNode
}

function partsOf(entry: Activity): Parts {
  switch (entry.kind) {
    case 'created':
      return { icon: IconPlus, title: createdText(entry) }
    case 'changed':
      return changedParts(entry)
    case 'status':
      return {
        icon: IconFlag,
        title: (
          <Row as="span" inline gap={8} rowGap={4} wrap>
            {t('Status')} <StatusBadge status={entry.from} />
            <IconArrowRight size={14} role="img" aria-label={t('to')} />
            <StatusBadge status={entry.to} />
          </Row>
        ),
      }
    case 'transaction':
      return { icon: IconCoins, title: <TransactionTitle entry={entry} /> }
    case 'note':
      return { icon: IconNote, title: t('Note'), body: <NoteShow text={entry.body} /> }
    case 'task':
      return { icon: IconChecklist, title: <TaskTitle entry={entry} /> }
    case 'message':
      return {
        icon: IconSend,
        title: (
          <Row as="span" inline gap={8} rowGap={4} wrap>
            <Anchor component={Link} to={`/broadcasts/${entry.broadcast.id}`} inherit>
              {entry.broadcast.name}
            </Anchor>
            <RecipientBadge status={entry.status} />
          </Row>
        ),
        body: <Words text={entry.text} />,
      }
    case 'reply':
      return { icon: IconMessage, title: t('Reply'), body: <Words text={entry.text} /> }
    case 'answer':
      return {
        icon: IconArrowBackUp,
        title: (
          <Row as="span" inline gap={8} rowGap={4} wrap>
            {entry.is_automatic ? t('Automatic answer') : t('Our answer')} <RecipientBadge status={entry.status} />
          </Row>
        ),
        body: <Words text={entry.text} />,
      }
  }
}

function createdText({ record: { kind }, import: source }: Of<'created'>) {
  const file = source?.name ?? t('Pasted cells')
  if (kind === 'contact') return source ? t('Contact added by the import of {file}', { file }) : t('Contact added')
  if (kind === 'investor') return source ? t('Investor added by the import of {file}', { file }) : t('Investor added')
  return source ? t('Investment added by the import of {file}', { file }) : t('Investment added')
}

function changedParts(entry: Of<'changed'>): Parts {
  const what = entry.transaction && kindText(entry.transaction.kind)
  const turn = (field: string) => entry.changes.find((change) => change.field === field)
  const deletion = turn('deleted_at')
  const archive = turn('archived_at')
  const others = entry.changes.filter((change) => change !== deletion && change !== archive)
  const body = others.length > 0 && (
    <PlainList mt={2} className={styles.changes}>
      {others.map((change) => (
        <ChangeShow key={change.field} change={change} entry={entry} />
      ))}
    </PlainList>
  )
  if (deletion?.to) return { icon: IconTrash, title: what ? t('{what} deleted', { what }) : t('Deleted'), body }
  if (deletion) return { icon: IconArrowBackUp, title: what ? t('{what} restored', { what }) : t('Restored'), body }
  if (archive) return { icon: IconPencil, title: archive.to ? t('Archived') : t('Unarchived'), body }
  return { icon: IconPencil, title: what ? t('{what} changed', { what }) : t('Changed'), body }
}

function ChangeShow({ change: { field, from, to, custom }, entry }: { change: FieldChange; entry: Of<'changed'> }) {
  return (
    <li>
      <span className={styles.field}>{custom?.name ?? fieldText(field)}</span>
      {!isLong(field) && (
        <>
          {' '}
          {from !== null && (
            <>
              <del>{valueText({ field, value: from, entry, custom }, { isBefore: true })}</del>
              <IconArrowRight size={14} role="img" aria-label={t('to')} />
            </>
          )}
          <ins>{valueText({ field, value: to, entry, custom })}</ins>
        </>
      )}
    </li>
  )
}

function TaskTitle({ entry: { id, title, due_on } }: { entry: Of<'task'> }) {
  return (
    <Row as="span" inline gap={8} rowGap={4} wrap>
      {t('Task done:')}
      <Anchor component={Link} to={`/tasks/${id}`} inherit>
        {title}
      </Anchor>
      {due_on && (
        <Text as="span" weight={400} dimmed>
          {t('due {day}', { day: calendarDay(due_on) })}
        </Text>
      )}
    </Row>
  )
}

function TransactionTitle({ entry: { transaction, currency } }: { entry: Of<'transaction'> }) {
  const { kind, state, amount, due_on, settled_on } = transaction
  const day = settled_on ?? due_on
  return (
    <Row as="span" inline gap={8} rowGap={4} wrap>
      {kindText(kind)} <strong>{money(amount, currency!)}</strong>
      <TransactionBadge state={state} is_overdue={false} />
      {day && (
        <Text as="span" weight={400} dimmed>
          {calendarDay(day)}
        </Text>
      )}
    </Row>
  )
}

function Words({ text }: { text: string }) {
  return (
    <Text mt={2} lines={3} className={styles.words}>
      {text}
    </Text>
  )
}
