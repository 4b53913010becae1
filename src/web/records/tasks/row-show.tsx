// Row of an open task: check box, title, due day and assignee.
import { Anchor } from '@mantine/core'
import { Link } from 'react-router'
import type { Task } from '../../../contract/tasks.ts'
import { Row, Text } from '../../platform/ui/box.tsx'
import { DoneEdit } from './done-edit.tsx'
import { DueShow } from './due-show.tsx'
import { assigneeText, recordPath } from './labels.ts'

interface RowShowProps {
  task: Task
  /** Shows the record; not needed on the record's own page. */
  withRecord?: boolean
  /** Shows the assignee; not needed where all tasks are the user’s own. */
  withAssignee?: boolean
}

export function RowShow({ task, withRecord = false, withAssignee = true }: RowShowProps) {
  const { id, title, assignee, record } = task
  const isShown = withRecord && record
  return (
    <Row as="li" gap={12} py={8} lineAbove style={row}>
      <DoneEdit task={task} />
      <Text as="div" grow shrink breakWords>
        <Anchor component={Link} to={`/tasks/${id}`} fw={500} c="var(--mantine-color-text)">
          {title}
        </Anchor>
        <Row gap={8} rowGap={2} wrap size={13} dimmed>
          {isShown && (
            <Anchor component={Link} to={recordPath(record)} inherit>
              {record.name}
            </Anchor>
          )}
          {withAssignee && assignee && <span>{assigneeText(assignee)}</span>}
        </Row>
      </Text>
      <Text as="span" size={13} nowrap>
        <DueShow task={task} />
      </Text>
    </Row>
  )
}

// Inline, because a CSS module would be one more file to load for Home and each record page.
const row = { paddingInline: 'var(--section-inline)', minHeight: '3.25rem' }
