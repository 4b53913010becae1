// Steps from an empty organization to its first broadcast. Collapsed to one line if there are alerts, or by the user.
import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { type Home, home } from '../../../contract/home.ts'
import { waSessions } from '../../../contract/wa-sessions.ts'
import { call, invalidate, query } from '../../api.ts'
import { SimulatorPanel } from '../../identity/account/simulator-panel.tsx'
import { SampleStart } from '../../identity/sample-data/sample-panel.tsx'
import { number } from '../../platform/lib/format.ts'
import { t } from '../../platform/lib/text.ts'
import { Row, Text } from '../../platform/ui/box.tsx'
import { May } from '../../platform/ui/may.tsx'
import { notifyError } from '../../platform/ui/notices.tsx'
import { Section } from '../../platform/ui/section.tsx'
import { type Step, StepList } from './step-list.tsx'

type Setup = Home['setup']

export const isSetUp = ({ currency, records, whatsapp, template, broadcast }: Setup) =>
  currency && records && whatsapp && template && broadcast

interface SetupListProps {
  /** Undefined while loading; then `last` is shown instead. */
  setup: Setup | undefined
  last: Setup | undefined
  /** Whether the page shows alerts, which the steps must not push down. */
  hasAlerts: boolean
}

const nothingDone: Setup = {
  base_currency: '',
  currency: false,
  records: false,
  whatsapp: false,
  template: false,
  broadcast: false,
  is_folded: null,
}

export function SetupList({ setup, last, hasAlerts }: SetupListProps) {
  const current = setup ?? last
  const steps = useSteps(current ?? nothingDone)
  const { isFolded, fold } = useFold(current?.is_folded ?? hasAlerts)
  const done = steps.filter((step) => step.done).length
  const counts = { done: number(done), all: number(steps.length) }
  if (isFolded)
    return (
      <Row as="section" surface gap={12} rowGap={4} justify="between" wrap py={8} px={16} aria-label={t('Set-up')}>
        <Text as="h2" size={14} weight={600} figures>
          {t('Set-up: {done} of {all} done', counts)}
        </Text>
        <Button variant="subtle" size="compact-sm" aria-expanded={false} onClick={() => fold(false)}>
          {t('Show')}
        </Button>
      </Row>
    )
  return (
    <Section
      title={t('Getting started')}
      actions={
        <>
          <SampleStart variant="default" size="sm" />
          <Button variant="subtle" size="sm" aria-expanded onClick={() => fold(true)}>
            {t('Hide steps')}
          </Button>
        </>
      }
      text={setup ? t('{done} of {all} done', counts) : t('One moment…')}
    >
      {/* The first visit shows a guess for a new organization; the actual steps replace it without
          animation. */}
      <StepList key={current ? 'known' : 'guessed'} steps={steps} />
    </Section>
  )
}

/** Folds at once and stores the choice for this user on the server. */
function useFold(isFoldedBefore: boolean) {
  const client = useQueryClient()
  const [chosen, setChosen] = useState<boolean>()
  const fold = async (isFolded: boolean) => {
    setChosen(isFolded)
    try {
      const state = isFolded ? 'folded' : 'open'
      await call(home.dismiss, { params: { kind: 'setup', key: 'steps' }, body: { state, days: null } })
      await invalidate(client, '/v1/home')
    } catch (error) {
      notifyError(error, t('Could not be saved'))
    }
  }
  return { isFolded: chosen ?? isFoldedBefore, fold }
}

function useSteps(setup: Setup): Step[] {
  const currency = setup.base_currency || '…'
  const confirm = useConfirm(setup.base_currency)
  // Only an additional link depends on the sessions.
  const { data: { data: sessions } = { data: undefined } } = useQuery({
    ...query(waSessions.list),
    enabled: !setup.whatsapp,
  })
  return [
    {
      title: t('Check your currency'),
      text: t('Totals are in {currency}. Other currencies are converted at your exchange rates.', {
        currency,
      }),
      done: setup.currency,
      to: '/master-data/currencies',
      action: t('Use {currency}', { currency }),
      onAction: setup.base_currency ? confirm : undefined,
      other: (
        <May permission="manage_settings">
          <Button component={Link} to="/master-data/currencies" variant="subtle" size="sm">
            {t('Change')}
          </Button>
        </May>
      ),
    },
    {
      title: t('Import your investors and contacts'),
      text: setup.records ? t('First records added.') : t('From a spreadsheet, or one by one.'),
      done: setup.records,
      to: '/contacts?import=new',
      action: t('Import contacts'),
      permission: 'see_amounts',
      other: (
        <Button component={Link} to="/investors/add" variant="subtle" size="sm">
          {t('Add an investor')}
        </Button>
      ),
    },
    {
      title: t('Connect WhatsApp'),
      text: setup.whatsapp
        ? t('Session connected.')
        : t('Scan a QR code with the phone that will send the messages, or try the simulator, which sends none.'),
      done: setup.whatsapp,
      to: '/account#whatsapp',
      action: t('Connect'),
      permission: 'manage_phones',
      other: sessions ? (
        <SimulatorPanel sessions={sessions} variant="subtle" size="sm" />
      ) : (
        <Button variant="subtle" size="sm" disabled>
          {t('Try without a phone')}
        </Button>
      ),
    },
    {
      title: t('Write a template'),
      text: t('A message that addresses each recipient by name.'),
      done: setup.template,
      to: '/templates/add',
      action: t('Write template'),
    },
    {
      title: t('Send the first broadcast'),
      text: t('Each recipient gets an individual message, and you see who received it.'),
      done: setup.broadcast,
      to: '/broadcasts/add',
      action: t('New broadcast'),
    },
  ]
}

/** No record proves that the base currency is right: a user has to confirm it. */
function useConfirm(base: string) {
  const client = useQueryClient()
  return async () => {
    try {
      await call(home.dismiss, { params: { kind: 'setup', key: 'currency' }, body: { state: base, days: null } })
      await invalidate(client, '/v1/home')
    } catch (error) {
      notifyError(error, t('Could not be saved'))
    }
  }
}
