// Enables a currency, searched by code or name.
import { Modal } from '@mantine/core'
import { CurrencyChoice, currencies } from '../../../contract/currencies.ts'
import { call } from '../../api.ts'
import { t } from '../../platform/lib/text.ts'
import { useFocusRestore } from '../../platform/ui/focus-restore.ts'
import { Form, useSaveForm } from '../../platform/ui/form.tsx'
import { notify } from '../../platform/ui/notices.tsx'
import { CurrencyPicker } from './currency-picker.tsx'
import { currencyName } from './currency-text.ts'
import { useRefreshMoney } from './use-currency-changes.ts'

interface CurrencyAddDialogProps {
  enabled: readonly string[]
  onClose: () => void
}

export default function CurrencyAddDialog({ enabled, onClose }: CurrencyAddDialogProps) {
  const refresh = useRefreshMoney()
  useFocusRestore()
  const form = useSaveForm({
    schema: CurrencyChoice,
    initialValues: { code: '' },
    save: async ({ code }) => {
      await call(currencies.enable, { body: { code } })
      void refresh()
      notify({ title: t('{name} added', { name: currencyName(code) }) })
      onClose()
    },
  })
  return (
    <Modal opened onClose={onClose} title={t('Add currency')} closeButtonProps={{ 'aria-label': t('Close') }}>
      <Form form={form} submitLabel={t('Add')} onCancel={onClose}>
        <CurrencyPicker
          {...form.field('code', t('Currency'))}
          among="all"
          except={enabled}
          placeholder={t('Search by name or code')}
          required
          autoFocus
        />
      </Form>
    </Modal>
  )
}
