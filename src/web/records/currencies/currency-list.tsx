// Currencies page: enabled currencies with today's value, the base, and the exchange rates.
import { Button, Title } from '@mantine/core'
import { IconCoins, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import { currencies, type EnabledCurrency } from '../../../contract/currencies.ts'
import { currencyCodes } from '../../../contract/money.ts'
import { query } from '../../api.ts'
import { useMay } from '../../platform/lib/permissions.ts'
import { t } from '../../platform/lib/text.ts'
import { Stack } from '../../platform/ui/box.tsx'
import { DataTable } from '../../platform/ui/data-table.tsx'
import { Empty } from '../../platform/ui/empty.tsx'
import { Lacking, May } from '../../platform/ui/may.tsx'
import { Page } from '../../platform/ui/page.tsx'
import { Section } from '../../platform/ui/section.tsx'
import { SkeletonLines } from '../../platform/ui/skeleton-lines.tsx'
import { ConvertShow } from './convert-show.tsx'
import { currencyColumns } from './currency-columns.tsx'
import styles from './currency-list.module.css'
import { FeedShow } from './feed-show.tsx'
import type { RateValues } from './rate-edit-dialog.tsx'
import { RateList } from './rate-list.tsx'
import { useCurrencyChanges } from './use-currency-changes.ts'

const CurrencyAddDialog = lazy(() => import('./currency-add-dialog.tsx'))
const BaseChangeDialog = lazy(() => import('./base-change-dialog.tsx'))
const RateEditDialog = lazy(() => import('./rate-edit-dialog.tsx'))

/** The open dialog. */
type OpenDialog = { add: true } | { base: EnabledCurrency } | { rate: Partial<RateValues> }

export default function CurrencyList() {
  // Always refetched: other pages change values and usage counts.
  const page = useQuery({ ...query(currencies.list), staleTime: 0 })
  const rows = useMemo(() => page.data?.data.map((row) => ({ ...row, id: row.code })) ?? [], [page.data])
  const base = rows.find(({ is_base }) => is_base)
  const [pressed, ask] = useState<OpenDialog>()
  // Amounts with no rate or an old one link here: `?rate=USD`, or `?rate=USD&into=EUR`.
  const [params, setParams] = useSearchParams()
  const wanted = currencyCodes.find((code) => code === params.get('rate'))
  const into = currencyCodes.find((code) => code === params.get('into')) ?? base?.code
  const rateOf = (code: string, other = base?.code): OpenDialog => ({
    rate: { from_currency: code, to_currency: other ?? '' },
  })
  const mayManage = useMay('manage_settings')
  const dialog = pressed ?? (mayManage && wanted && into && wanted !== into ? rateOf(wanted, into) : undefined)
  const { disable } = useCurrencyChanges()
  const close = () => {
    ask(undefined)
    if (params.has('rate')) setParams(withoutRate, { replace: true })
  }
  const columns = currencyColumns({
    base,
    onBase: (currency) => ask({ base: currency }),
    onDisable: disable,
    onRate: ({ code }) => ask(rateOf(code)),
  })
  return (
    <Page
      title={t('Currencies')}
      subtitle={t(
        'The currencies you use. Amounts keep their own currency; totals are in the base currency, at the rate of the day.',
      )}
      quietTitle
      actions={
        <May permission="manage_settings" otherwise={<Lacking permission="manage_settings" />}>
          <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => ask({ add: true })}>
            {t('Add currency')}
          </Button>
        </May>
      }
    >
      <DataTable
        label={t('Currencies')}
        columns={columns}
        page={{ ...page, data: page.data && { ...page.data, data: rows } }}
        search={{ per_page: 10 }}
        onSearch={() => {}}
        isFiltered={false}
        empty={<Empty icon={IconCoins} title={t('No currencies yet')} />}
        noMatch={null}
      />
      <Stack gap={4} className={styles.heading}>
        <Title order={2}>{t('Exchange rates')}</Title>
        <FeedShow codes={rows.filter(({ has_feed }) => !has_feed).map(({ code }) => code)} />
      </Stack>
      {!page.data && !page.error && (
        <Section>
          <SkeletonLines height={4.25} />
        </Section>
      )}
      {base && rows.length > 1 && <ConvertShow base={base.code} codes={rows.map(({ code }) => code)} />}
      <RateList onAdd={() => ask({ rate: { to_currency: base?.code ?? '' } })} onEdit={(rate) => ask({ rate })} />
      {dialog && (
        <Suspense>
          {'add' in dialog && <CurrencyAddDialog enabled={rows.map(({ code }) => code)} onClose={close} />}
          {'base' in dialog && base && <BaseChangeDialog before={base} after={dialog.base} onClose={close} />}
          {'rate' in dialog && <RateEditDialog rate={dialog.rate} onClose={close} />}
        </Suspense>
      )}
    </Page>
  )
}

function withoutRate(before: URLSearchParams) {
  const after = new URLSearchParams(before)
  after.delete('rate')
  after.delete('into')
  return after
}
