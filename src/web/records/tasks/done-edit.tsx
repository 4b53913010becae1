// Check box of a task: marks it as done, or reopens it.
import type { Task } from '../../../contract/tasks.ts'
import { useMay } from '../../platform/lib/permissions.ts'
import { t } from '../../platform/lib/text.ts'
import { RowCheck } from '../../platform/ui/row-check.tsx'
import { useComplete } from './use-complete.ts'

export function DoneEdit({ task }: { task: Task }) {
  const { isDone, complete, reopen, busy } = useComplete(task)
  const mayEdit = useMay('edit')
  return (
    <RowCheck
      label={t('Done: {title}', { title: task.title })}
      isDisabled={!mayEdit}
      checked={busy ? !isDone : isDone}
      onChange={() => {
        if (!busy) void (isDone ? reopen() : complete())
      }}
    />
  )
}
