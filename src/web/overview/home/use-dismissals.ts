// Hides or snoozes alerts, with Undo.
import { useQueryClient } from '@tanstack/react-query'
import { type Alert, home } from '../../../contract/home.ts'
import { call, invalidate } from '../../api.ts'
import { t } from '../../platform/lib/text.ts'
import { notify, notifyError } from '../../platform/ui/notices.tsx'

export function useDismissals({ kind, key, state }: Alert, title: string) {
  const client = useQueryClient()
  const params = { kind, key }
  const refetch = () => invalidate(client, '/v1/home')
  const failed = (error: unknown) => notifyError(error, t('Could not be saved'))
  const restore = () => call(home.undismiss, { params }).catch(failed).then(refetch)
  async function dismiss(days: number | null, said: string) {
    try {
      await call(home.dismiss, { params, body: { state, days } })
      notify({ title: said, text: title, undo: restore })
    } catch (error) {
      failed(error)
    }
    await refetch()
  }
  return {
    hide: () => dismiss(null, t('Hidden')),
    snooze: (days: number) => dismiss(days, t.plural(days, 'Snoozed until tomorrow', 'Snoozed for {count} days')),
    restore,
  }
}
