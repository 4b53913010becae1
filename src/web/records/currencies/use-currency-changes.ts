// One-click changes of currencies and rates, with Undo.
import { useQueryClient } from '@tanstack/react-query'
import { currencies, type EnabledCurrency, type ExchangeRate, exchangeRates } from '../../../contract/currencies.ts'
import { call, invalidate } from '../../api.ts'
import { t } from '../../platform/lib/text.ts'
import { notify, notifyError } from '../../platform/ui/notices.tsx'

/** Invalidates everything that shows amounts in the base currency. */
export function useRefreshMoney() {
  const client = useQueryClient()
  return () =>
    invalidate(client, '/v1/currencies', '/v1/exchange-rates', '/v1/organization', '/v1/investments', '/v1/investors')
}

export function useCurrencyChanges() {
  const refresh = useRefreshMoney()

  async function enable(code: string) {
    try {
      await call(currencies.enable, { body: { code } })
    } catch (error) {
      notifyError(error, t('{name} could not be added', { name: code }))
    }
    await refresh()
  }

  async function disable({ code }: EnabledCurrency) {
    try {
      await call(currencies.disable, { params: { code } })
      notify({ title: t('{name} removed', { name: code }), undo: () => enable(code) })
    } catch (error) {
      notifyError(error, t('{name} was not removed', { name: code }))
    }
    await refresh()
  }

  async function restoreRate({ day, from_currency, to_currency, rate }: ExchangeRate) {
    try {
      await call(exchangeRates.create, { body: { day, from_currency, to_currency, rate } })
    } catch (error) {
      notifyError(error, t('The rate could not be restored'))
    }
    await refresh()
  }

  async function removeRate(rate: ExchangeRate) {
    try {
      await call(exchangeRates.remove, { params: { id: rate.id } })
      notify({ title: t('Rate deleted'), undo: () => restoreRate(rate) })
    } catch (error) {
      notifyError(error, t('The rate could not be deleted'))
    }
    await refresh()
  }

  return { enable, disable, removeRate }
}
