// Changes the base currency, after explaining the effects.
import { useQueryClient } from '@tanstack/react-query'
import type { EnabledCurrency } from '../../../contract/currencies.ts'
import { organization } from '../../../contract/organization.ts'
import { call, query } from '../../api.ts'
import { t } from '../../platform/lib/text.ts'
import { Stack } from '../../platform/ui/box.tsx'
import ConfirmDialog from '../../platform/ui/confirm-dialog.tsx'
import { notify, notifyError } from '../../platform/ui/notices.tsx'
import { useRefreshMoney } from './use-currency-changes.ts'

interface BaseChangeDialogProps {
  before: EnabledCurrency
  after: EnabledCurrency
  onClose: () => void
}

export default function BaseChangeDialog({ before, after, onClose }: BaseChangeDialogProps) {
  const client = useQueryClient()
  const refresh = useRefreshMoney()
  const change = async () => {
    try {
      const { version } = await call(organization.get)
      const now = await call(organization.update, { body: { version, base_currency: after.code } })
      client.setQueryData(query(organization.get).queryKey, now)
      notify({ title: t('{name} is now the base currency', { name: after.code }) })
    } catch (error) {
      notifyError(error, t('The base currency could not be changed'))
    }
    await refresh()
    onClose()
  }
  const values = { before: before.code, after: after.code }
  return (
    <ConfirmDialog
      title={t('Set {after} as base currency?', values)}
      text={
        <Stack as="ul" gap={8}>
          <li>{t('All totals and charts switch to {after}, including those of past days.', values)}</li>
          <li>{t('No investment, transaction or rate is rewritten. Each amount keeps its own currency.', values)}</li>
          <li>
            {t(
              'Other currencies are converted via {after}: each needs a rate to it. Amounts without one are shown as not converted.',
              values,
            )}
          </li>
          <li>{t('{before} stays enabled, and you can change back.', values)}</li>
        </Stack>
      }
      confirmLabel={t('Set {after} as base', values)}
      onConfirm={change}
      onClose={onClose}
    />
  )
}
