// Marks a task as done or reopens it, with Undo.
import { useState } from 'react'
import { type Task, tasks } from '../../../contract/tasks.ts'
import { call } from '../../api.ts'
import { calendarDay } from '../../platform/lib/format.ts'
import { t } from '../../platform/lib/text.ts'
import { notify, notifyError } from '../../platform/ui/notices.tsx'
import { useStoreTask } from './use-store-task.ts'

export function useComplete(task: Task) {
  const { id, title } = task
  const storeTask = useStoreTask()
  const [busy, setBusy] = useState(false)
  // The list keeps the old state until it is fetched again.
  const [saved, setSaved] = useState(task)
  const isDone = (saved.version > task.version ? saved : task).done_at !== null
  const failed = (error: unknown) => notifyError(error, t('{name} could not be changed', { name: title }))
  const params = { id }
  const store = (changed: Task) => {
    setSaved(changed)
    storeTask(changed)
  }
  const open = () => call(tasks.reopen, { params }).then(store)
  const close = async () => {
    const { task, next } = await call(tasks.complete, { params })
    store(task)
    return next
  }
  const run = async (work: () => Promise<void>) => {
    setBusy(true)
    await work().catch(failed)
    setBusy(false)
  }
  const complete = () =>
    run(async () => {
      const next = await close()
      const text = next?.due_on ? t('{title}. Next one: {day}', { title, day: calendarDay(next.due_on) }) : title
      notify({ title: t('Marked as done'), text, undo: () => open().catch(failed) })
    })
  const reopen = () =>
    run(async () => {
      await open()
      notify({ title: t('Opened again'), text: title, undo: () => close().catch(failed) })
    })
  return { isDone, complete, reopen, busy }
}
