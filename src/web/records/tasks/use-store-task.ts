// Stores a saved task in the cache. Not in record.ts, so that Home and the list need not load the code of record pages.
import { useQueryClient } from '@tanstack/react-query'
import { type Task, tasks } from '../../../contract/tasks.ts'
import { invalidate, query } from '../../api.ts'

/** The endpoints whose data contain tasks. */
export const shownIn = ['/v1/tasks', '/v1/activity']

export function useStoreTask() {
  const client = useQueryClient()
  return (task: Task) => {
    client.setQueryData(query(tasks.get, { params: { id: task.id } }).queryKey, task)
    void invalidate(client, ...shownIn)
  }
}
