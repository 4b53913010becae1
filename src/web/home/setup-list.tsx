// The steps to the first broadcast, until they are done.
import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import { type Home, home } from '../../contract/home.ts'
import { waSessions } from '../../contract/wa-sessions.ts'
import { TrialPanel } from '../account/trial-panel.tsx'
import { call, invalidate, query } from '../api.ts'
import { number } from '../lib/format.ts'
import { t } from '../lib/text.ts'
import { SampleStart } from '../sample-data/sample-panel.tsx'
import { notifyError } from '../ui/notices.tsx'
import { Section } from '../ui/section.tsx'
import { type Step, StepList, StepSkeleton } from './step-list.tsx'

type Setup = Home['setup']

export const isSetUp = ({ currency, records, whatsapp, template, broadcast }: Setup) =>
  currency && records && whatsapp && template && broadcast

export function SetupList({ setup }: { setup: Setup | undefined }) {
  const steps = useSteps(setup)
  const done = steps?.filter((step) => step.done).length ?? 0
  return (
    <Section
      title={t('Getting started')}
      actions={<SampleStart variant="default" size="sm" />}
      text={steps ? t('{done} of {all} done', { done: number(done), all: number(steps.length) }) : t('One moment…')}
    >
      {steps ? <StepList steps={steps} /> : <StepSkeleton />}
    </Section>
  )
}

function useSteps(setup: Setup | undefined): Step[] | undefined {
  const confirm = useConfirm(setup?.base_currency ?? '')
  // Only a way beside the others hangs on them.
  const { data: { data: sessions } = { data: [] } } = useQuery({
    ...query(waSessions.list),
    enabled: setup?.whatsapp === false,
  })
  if (!setup) return undefined
  return [
    {
      title: t('Check your currency'),
      text: t('Sums are counted in {currency}. Other currencies are converted by the rates that you keep.', {
        currency: setup.base_currency,
      }),
      done: setup.currency,
      to: '/master-data/currencies',
      action: t('Currencies and rates'),
      other: (
        <Button variant="subtle" size="sm" onClick={confirm}>
          {t('{currency} is right', { currency: setup.base_currency })}
        </Button>
      ),
    },
    {
      title: t('Bring your investors and contacts'),
      text: setup.records ? t('The first are here.') : t('From a spreadsheet, or one by one.'),
      done: setup.records,
      to: '/contacts?import=new',
      action: t('Import contacts'),
      other: (
        <Button component={Link} to="/investors/add" variant="subtle" size="sm">
          {t('Add an investor')}
        </Button>
      ),
    },
    {
      title: t('Connect WhatsApp'),
      text: setup.whatsapp
        ? t('A session has been connected.')
        : t(
            'Scan a code with the phone that messages should come from. Or try everything without one: the simulator reaches nobody.',
          ),
      done: setup.whatsapp,
      to: '/account#whatsapp',
      action: t('Connect'),
      other: <TrialPanel sessions={sessions} variant="subtle" size="sm" />,
    },
    {
      title: t('Write a template'),
      text: t('A message with a place for each person’s name.'),
      done: setup.template,
      to: '/templates/add',
      action: t('Write one'),
    },
    {
      title: t('Send the first broadcast'),
      text: t('One by one to everybody you choose, and you see who got it.'),
      done: setup.broadcast,
      to: '/broadcasts/add',
      action: t('New broadcast'),
    },
  ]
}

/** Nothing that is written tells that the base currency is the right one: somebody has to say so. */
function useConfirm(base: string) {
  const client = useQueryClient()
  return async () => {
    try {
      await call(home.mark, { params: { kind: 'setup', key: 'currency' }, body: { state: base, days: null } })
      await invalidate(client, '/v1/home')
    } catch (error) {
      notifyError(error, t('This could not be kept'))
    }
  }
}
