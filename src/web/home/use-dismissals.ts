// Dismisses or snoozes tasks optimistically, with Undo.
import { useQueryClient } from '@tanstack/react-query'
import { home, type Task } from '../../contract/home.ts'
import { call, invalidate } from '../api.ts'
import { t } from '../lib/text.ts'
import { notify, notifyError } from '../ui/notices.tsx'

export function useDismissals({ kind, key, state }: Task, title: string) {
  const client = useQueryClient()
  const params = { kind, key }
  const again = () => invalidate(client, '/v1/home')
  const failed = (error: unknown) => notifyError(error, t('Could not be saved'))
  const undo = () => call(home.unmark, { params }).catch(failed).then(again)
  async function mark(days: number | null, said: string) {
    try {
      await call(home.mark, { params, body: { state, days } })
      notify({ title: said, text: title, undo })
    } catch (error) {
      failed(error)
    }
    await again()
  }
  return {
    done: () => mark(null, t('Done')),
    putOff: (days: number) => mark(days, t.plural(days, 'Put off until tomorrow', 'Snoozed for {count} days')),
  }
}
