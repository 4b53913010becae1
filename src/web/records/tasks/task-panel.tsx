// Open tasks about a record, with an input to add one.
import { Anchor, Button, Skeleton, TextInput } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router'
import { TaskInput, tasks } from '../../../contract/tasks.ts'
import { call, query } from '../../api.ts'
import { useMay } from '../../platform/lib/permissions.ts'
import { t } from '../../platform/lib/text.ts'
import { PlainList, Row, Text } from '../../platform/ui/box.tsx'
import { ErrorState } from '../../platform/ui/empty.tsx'
import { Form, useSaveForm } from '../../platform/ui/form.tsx'
import { LeaveGuard } from '../../platform/ui/leave-guard.tsx'
import { May } from '../../platform/ui/may.tsx'
import { Section } from '../../platform/ui/section.tsx'
import { useProfile } from '../../session.tsx'
import { taskLabels } from './labels.ts'
import { RowShow } from './row-show.tsx'
import styles from './task-panel.module.css'
import { useStoreTask } from './use-store-task.ts'
import { inputOf } from './values.ts'

const DateField = lazy(() =>
  import('../../platform/ui/date-field.tsx').then((module) => ({ default: module.DateField })),
)

/** The record that the tasks are about. */
type Subject =
  | { investor_id: string }
  | { contact_id: string }
  | { investment_id: string }
  | { offering_id: string }
  | { broadcast_id: string }

/** Maximum number of tasks; a link leads to the rest. */
const shown = 5

export const taskPanelQuery = (about: Subject) => query(tasks.list, { query: { ...about, per_page: shown } })

export function TaskPanel({ about }: { about: Subject }) {
  const { data, error, refetch } = useQuery({ ...taskPanelQuery(about), placeholderData: keepPreviousData })
  const total = data?.pagination.total ?? 0
  const mayEdit = useMay('edit')
  return (
    <Section
      flush
      title={t('Tasks')}
      actions={
        <Anchor component={Link} to={`/tasks?${new URLSearchParams({ ...about, state: 'all' })}`} size="sm">
          {total > shown ? t('All {count} open tasks', { count: total }) : t('Also done tasks')}
        </Anchor>
      }
    >
      <May permission="edit">
        <Composer about={about} />
      </May>
      {!data && error ? <ErrorState error={error} onRetry={() => refetch()} /> : null}
      {!data && !error ? (
        <Text as="div" className={styles.waiting}>
          <Skeleton height={32} />
        </Text>
      ) : null}
      {data && total === 0 && !mayEdit && (
        <Text as="div" dimmed className={styles.waiting}>
          {t('No open tasks')}
        </Text>
      )}
      {data && total > 0 && (
        <PlainList mt={mayEdit ? undefined : 12}>
          {data.data.map((task) => (
            <RowShow key={task.id} task={task} />
          ))}
        </PlainList>
      )}
    </Section>
  )
}

function Composer({ about }: { about: Subject }) {
  // A new key clears the form after each task.
  const [nth, setNth] = useState(0)
  return <QuickAdd key={nth} about={about} autoFocus={nth > 0} onAdded={() => setNth(nth + 1)} />
}

interface QuickAddProps {
  about: Subject
  /** Needed after saving, because the focused input was replaced. */
  autoFocus: boolean
  onAdded: () => void
}

/** Assigns the task to the user who adds it. */
function QuickAdd({ about, autoFocus, onAdded }: QuickAddProps) {
  const { data: profile } = useProfile()
  const store = useStoreTask()
  const labels = taskLabels()
  const requested = (values: { title: string; due_on: string }) => ({
    ...inputOf(values as never),
    ...about,
    ...(profile && { assignee_user_id: profile.id }),
  })
  const form = useSaveForm<{ title: string; due_on: string }>({
    schema: TaskInput,
    draftKey: 'task',
    initialValues: { title: '', due_on: '' },
    save: async (values) => {
      store(await call(tasks.create, { body: requested(values) }))
      onAdded()
    },
  })
  const isOpen = form.values.title !== ''
  const more = new URLSearchParams({ ...about, title: form.values.title })
  return (
    <div className={styles.form} data-open={isOpen || undefined}>
      <Form form={form} submitLabel={t('Add task')}>
        <Row gap={8} rowGap={8} align="start" wrap>
          <TextInput
            {...form.field('title', labels.title)}
            label={undefined}
            aria-label={t('New task')}
            placeholder={t('Add a task')}
            className={styles.title}
            autoComplete="off"
            autoFocus={autoFocus}
            maxLength={200}
          />
          {isOpen && (
            <div className={styles.day}>
              <Suspense>
                <DateField {...form.field('due_on', labels.due_on)} label={undefined} aria-label={labels.due_on} />
              </Suspense>
            </div>
          )}
        </Row>
      </Form>
      {isOpen && (
        <Button component={Link} to={`/tasks/add?${more}`} variant="subtle" size="compact-sm" mt={8}>
          {t('More fields')}
        </Button>
      )}
      <LeaveGuard mayLeave={form.mayLeave} />
    </div>
  )
}
