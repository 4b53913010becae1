// Home: the set-up until it is complete, the alerts that need attention, and recent records.
import { Button, Skeleton } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { home } from '../../../contract/home.ts'
import { isDemo, query } from '../../api.ts'
import { useMay, useMayOpen } from '../../platform/lib/permissions.ts'
import { t } from '../../platform/lib/text.ts'
import { Row, Stack } from '../../platform/ui/box.tsx'
import { ErrorState } from '../../platform/ui/empty.tsx'
import { Page } from '../../platform/ui/page.tsx'
import { Section } from '../../platform/ui/section.tsx'
import { useSavedHeight } from '../../platform/ui/use-saved-height.ts'
import { AgendaPanel } from '../../records/tasks/agenda-panel.tsx'
import { useProfile } from '../../session.tsx'
import { AlertGroup, AlertList } from './alert-list.tsx'
import styles from './home-show.module.css'
import { RecentList } from './recent-list.tsx'
import { isSetUp, SetupList } from './setup-list.tsx'
import { useLastFlag, useLastSetup } from './use-last-setup.ts'

export default function HomeShow() {
  const { data: profile } = useProfile()
  // Always refetched: Home must show the current state.
  const { data, error, refetch } = useQuery({ ...query(home.get), staleTime: 0 })
  const isSample = isDemo()
  const mayEdit = useMay('edit')
  const last = useLastSetup(isSample ? undefined : data?.setup)
  const setup = data?.setup ?? last
  // While loading, expects alerts if the last visit had some, so that nothing moves.
  const hasAlerts = useLastFlag('home:has-alerts', data && data.alerts.length > 0)
  // The steps are hidden from users who may not carry out any of them.
  const isDone = isSample || !mayEdit || (setup && isSetUp(setup))
  // The alerts of a demo organization always fill the screen, so their height is guessed.
  const [name, guess] = isSample ? ['home:alerts:demo', 1_000] : ['home:alerts', 0]
  const alerts = useSavedHeight<HTMLDivElement>(name, data !== undefined, guess)
  return (
    <Page
      title={profile ? t('Hello, {name}', { name: profile.name }) : <Skeleton width="12rem" height={28} />}
      subtitle={
        // A step whose request failed may well be done.
        isDone || (error && !data)
          ? t('What needs attention, and recent changes.')
          : t('Five steps to your first broadcast.')
      }
      actions={<QuickAdd />}
    >
      {error && !data ? (
        <Section>
          <ErrorState error={error} onRetry={() => void refetch()} />
        </Section>
      ) : (
        <Stack gap={16} className={styles.parts}>
          {!isDone && <SetupList setup={data?.setup} last={last} hasAlerts={hasAlerts} />}
          <div {...alerts}>
            <AlertList home={data} />
          </div>
          <AgendaPanel>{data?.counts.follow_up && <AlertGroup kind="follow_up" home={data} />}</AgendaPanel>
          <RecentList recent={data?.recent} />
        </Stack>
      )}
    </Page>
  )
}

function QuickAdd() {
  const mayOpen = useMayOpen()
  const ways = [
    { to: '/tasks/add', label: t('Task') },
    { to: '/investors/add', label: t('Investor') },
    { to: '/investments/add', label: t('Investment') },
    { to: '/contacts/add', label: t('Contact') },
    { to: '/broadcasts/add', label: t('Broadcast') },
  ]
  const shown = ways.filter(({ to }) => mayOpen(to))
  if (shown.length === 0) return null
  return (
    <Row as="nav" gap={8} align="stretch" wrap className={styles.quick} aria-label={t('Quick add')}>
      {shown.map(({ to, label }) => (
        <Button key={to} component={Link} to={to} variant="default" leftSection={<IconPlus size={16} aria-hidden />}>
          {label}
        </Button>
      ))}
    </Row>
  )
}
