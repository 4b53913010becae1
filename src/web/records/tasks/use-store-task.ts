// Stores a saved task in the cache. Not by record.ts, with which Home and the list would load the code of record pages.
import { useQueryClient } from '@tanstack/react-query'
import { type Task, tasks } from '../../../contract/tasks.ts'
import { invalidate, query } from '../../api.ts'

/** Where a task is shown. */
export const shownIn = ['/v1/tasks', '/v1/activity']

export function useStoreTask() {
  const client = useQueryClient()
  return (task: Task) => {
    client.setQueryData(query(tasks.get, { params: { id: task.id } }).queryKey, task)
    void invalidate(client, ...shownIn)
  }
}
