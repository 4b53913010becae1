// Page of a task: its facts, each editable in place.
import { Anchor, Button, Textarea } from '@mantine/core'
import { IconArrowBackUp, IconCheck, IconPencil, IconTrash } from '@tabler/icons-react'
import { lazy } from 'react'
import { Link } from 'react-router'
import { Repeat, type Task } from '../../../contract/tasks.ts'
import { useMemberChoices } from '../../identity/account/member-choice-picker.tsx'
import { dateTime } from '../../platform/lib/format.ts'
import { t } from '../../platform/lib/text.ts'
import { ToneBadge } from '../../platform/ui/badge.tsx'
import { Row, Text } from '../../platform/ui/box.tsx'
import { Facts } from '../../platform/ui/facts.tsx'
import { May } from '../../platform/ui/may.tsx'
import { MoreMenu } from '../../platform/ui/more-menu.tsx'
import { RecordPage } from '../../platform/ui/record-page.tsx'
import { Section } from '../../platform/ui/section.tsx'
import { useFactEdit, useRecordPage, useRemove } from '../../record.ts'
import { DueShow } from './due-show.tsx'
import { assigneeText, recordKindText, recordPath, repeatText, taskLabels } from './labels.ts'
import { taskKind } from './task-kind.ts'
import { useComplete } from './use-complete.ts'
import { changeOf, valuesOf } from './values.ts'

const RecordPicker = lazy(() => import('./record-picker.tsx').then((module) => ({ default: module.RecordPicker })))

export default function TaskShow() {
  const page = useRecordPage(taskKind)
  return (
    <RecordPage
      {...page}
      height={20}
      title={(task) => (
        <Row as="span" inline gap={12} rowGap={4} wrap>
          {task.title}
          {task.done_at && <ToneBadge tone="good">{t('Done')}</ToneBadge>}
        </Row>
      )}
      subtitle={subtitleOf}
      actions={(task) => (
        <May permission="edit">
          <Actions task={task} list={page.place.list} query={page.place.query} />
        </May>
      )}
    >
      {/* A new key discards unsaved input when another task is opened. */}
      {(task) => (
        <Section key={task.id}>
          <TaskFacts task={task} />
        </Section>
      )}
    </RecordPage>
  )
}

function subtitleOf({ done_at, done_by, record }: Task) {
  if (!done_at) return record && `${recordKindText(record.kind)}: ${record.name}`
  return t('Done by {name} on {time}', { name: done_by?.name ?? t('Former member'), time: dateTime(done_at) })
}

function Actions({ task, list, query }: { task: Task; list: string; query: string }) {
  const { complete, reopen, busy } = useComplete(task)
  const { remove } = useRemove(taskKind, task, { list })
  return (
    <>
      {task.done_at ? (
        <Button
          variant="default"
          loading={busy}
          leftSection={<IconArrowBackUp size={16} aria-hidden />}
          onClick={() => void reopen()}
        >
          {t('Open again')}
        </Button>
      ) : (
        <Button loading={busy} leftSection={<IconCheck size={16} aria-hidden />} onClick={() => void complete()}>
          {t('Mark as done')}
        </Button>
      )}
      <Button
        component={Link}
        to={`/tasks/${task.id}/edit${query}`}
        variant="default"
        leftSection={<IconPencil size={16} aria-hidden />}
      >
        {t('Edit')}
      </Button>
      <MoreMenu>
        {(Menu) => (
          <Menu.Item leftSection={<IconTrash size={16} aria-hidden />} onClick={remove}>
            {t('Delete')}
          </Menu.Item>
        )}
      </MoreMenu>
    </>
  )
}

function TaskFacts({ task }: { task: Task }) {
  const labels = taskLabels()
  const { assignee, record, repeats } = task
  const members = useMemberChoices(assignee?.id, assignee)
  const wording = (name: string, value: unknown) => {
    if (name === 'assignee_user_id') return members.find((member) => member.value === value)?.label ?? '…'
    if (name === 'repeats') return Repeat.safeParse(value).success ? repeatText(value as Repeat) : String(value)
    return name === 'record' ? (record?.name ?? '…') : String(value)
  }
  const edit = useFactEdit(taskKind, { record: task, valuesOf, changeOf, wording })
  return (
    <Facts
      facts={[
        { label: labels.title, value: task.title, edit: edit('title') },
        {
          label: labels.due_on,
          value: task.due_on && <DueShow task={task} />,
          edit: edit('due_on', { type: 'date' }),
        },
        {
          label: labels.repeats,
          value: repeats ? repeatText(repeats) : t('Does not repeat'),
          edit: edit('repeats', {
            choices: [
              { value: '', label: t('Does not repeat') },
              ...Repeat.options.map((value) => ({ value, label: repeatText(value) })),
            ],
          }),
        },
        {
          label: labels.assignee_user_id,
          value: assigneeText(assignee),
          edit: edit('assignee_user_id', { choices: [{ value: '', label: t('Nobody') }, ...members] }),
        },
        {
          label: labels.record,
          value: record && (
            <Anchor component={Link} to={recordPath(record)}>
              {record.name}
            </Anchor>
          ),
          edit: edit('record', {
            editor: ({ label, ...field }) => <RecordPicker {...field} aria-label={label} known={record} />,
          }),
        },
        {
          label: labels.details,
          value: task.details && (
            <Text as="div" preWrap prose breakWords>
              {task.details}
            </Text>
          ),
          edit: edit('details', {
            editor: ({ label, value, onChange, error }) => (
              <Textarea
                aria-label={label}
                value={value}
                error={error}
                autosize
                autoFocus
                minRows={3}
                maxRows={12}
                onChange={({ currentTarget }) => onChange(currentTarget.value)}
              />
            ),
          }),
        },
        { label: t('Added'), value: dateTime(task.created_at) },
        { label: t('Changed'), value: dateTime(task.updated_at) },
      ]}
    />
  )
}
