// Edits the organization: its name, and the settings for numbers, times and amounts.
import '../../platform/ui/styles-choice.ts'
import { Select, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useMemo, useRef, useState } from 'react'
import { countryCodes } from '../../../contract/country.ts'
import { currencyCodes } from '../../../contract/money.ts'
import { type Organization, OrganizationInput, organization } from '../../../contract/organization.ts'
import { ApiError, call, invalidate, query } from '../../api.ts'
import { language, t } from '../../platform/lib/text.ts'
import { useIsPhone } from '../../platform/ui/breakpoints.ts'
import { ErrorState } from '../../platform/ui/empty.tsx'
import { Form, useSaveForm } from '../../platform/ui/form.tsx'
import { notify } from '../../platform/ui/notices.tsx'
import { SkeletonLines } from '../../platform/ui/skeleton-lines.tsx'
import { TimeZonePicker } from './time-zone-picker.tsx'

const ConflictDialog = lazy(() => import('../../platform/ui/conflict-dialog.tsx'))

export function OrganizationEdit() {
  // Always fetched again: an old version from the cache would only end in a conflict.
  const isPhone = useIsPhone()
  const { data, error, refetch, isFetchedAfterMount } = useQuery({
    ...query(organization.get),
    refetchOnMount: 'always',
  })
  if (data && isFetchedAfterMount) return <OrganizationForm organization={data} />
  if (error) return <ErrorState error={error} onRetry={() => refetch()} />
  // Descriptions take more lines on a phone.
  return <SkeletonLines height={isPhone ? 32 : 26} />
}

function OrganizationForm({ organization: first }: { organization: Organization }) {
  const client = useQueryClient()
  // The version that the form was loaded with, regardless of later cache updates.
  const base = useRef(first)
  const [theirs, setTheirs] = useState<Organization>()
  const choices = useChoices()
  const form = useSaveForm<OrganizationInput>({
    schema: OrganizationInput,
    initialValues: valuesOf(first),
    save: async (values) => {
      const body = { ...values, version: base.current.version }
      try {
        const now = await call(organization.update, { body })
        base.current = now
        client.setQueryData(query(organization.get).queryKey, now)
        // Totals depend on its currency, and what is overdue on its day.
        void invalidate(client, ...readByIt)
        notify({ title: t('Organization saved') })
        return valuesOf(now)
      } catch (error) {
        if (error instanceof ApiError && error.code === 'version_conflict') setTheirs(error.current as Organization)
        throw error
      }
    },
  })
  function resolve(values: OrganizationInput, current: Organization) {
    base.current = current
    setTheirs(undefined)
    form.setValues(values)
    void form.submit()
  }
  return (
    <>
      <Form form={form} submitLabel={t('Save organization')} permission="manage_settings">
        <TextInput
          {...form.field('name', t('Name'))}
          description={t('The same for all members. Optional.')}
          maxLength={200}
          autoComplete="organization"
        />
        <Select
          {...form.field('country', t('Country'))}
          description={t('Used for phone numbers without a country code. A change does not affect saved numbers.')}
          data={choices.countries}
          allowDeselect={false}
          searchable
          nothingFoundMessage={t('No countries match')}
          autoComplete="off"
        />
        <TimeZonePicker
          {...form.field('time_zone', t('Time zone'))}
          description={t('For members who have not chosen another.')}
        />
        <Select
          {...form.field('base_currency', t('Base currency'))}
          description={t('Totals use this currency.')}
          data={choices.currencies}
          allowDeselect={false}
          searchable
          nothingFoundMessage={t('No currencies match')}
          autoComplete="off"
        />
      </Form>
      {theirs && (
        <Suspense>
          <ConflictDialog
            labels={labels()}
            base={valuesOf(base.current)}
            mine={form.values}
            theirs={valuesOf(theirs)}
            onResolve={(merged) => resolve(merged as OrganizationInput, theirs)}
            onClose={() => setTheirs(undefined)}
          />
        </Suspense>
      )}
    </>
  )
}

const readByIt = [
  '/v1/user/profile',
  '/v1/currencies',
  '/v1/exchange-rates',
  '/v1/investments',
  '/v1/investors',
  '/v1/offerings',
]

const labels = () => ({
  name: t('Name'),
  country: t('Country'),
  time_zone: t('Time zone'),
  base_currency: t('Base currency'),
})

function valuesOf({ name, country, time_zone, base_currency }: Organization): OrganizationInput {
  return { name, country, time_zone, base_currency }
}

function useChoices() {
  return useMemo(() => {
    const spoken = language()
    const names = (type: 'region' | 'currency') => new Intl.DisplayNames([spoken, 'en'], { type })
    const [regions, currencies] = [names('region'), names('currency')]
    return {
      countries: countryCodes()
        .map((value) => ({ value, label: regions.of(value) ?? value }))
        .sort((a, b) => a.label.localeCompare(b.label, spoken)),
      currencies: currencyCodes.map((value) => ({ value, label: `${value} (${currencies.of(value) ?? value})` })),
    }
  }, [])
}
