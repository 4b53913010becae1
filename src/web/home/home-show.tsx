// Home: what to do now. The set-up until it is done, what needs somebody today, what was touched last.
import { Button, Skeleton } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { home } from '../../contract/home.ts'
import { query } from '../api.ts'
import { t } from '../lib/text.ts'
import { useProfile } from '../session.tsx'
import { ErrorState } from '../ui/empty.tsx'
import { Page } from '../ui/page.tsx'
import { Section } from '../ui/section.tsx'
import { useKeptHeight } from '../ui/use-kept-height.ts'
import styles from './home-show.module.css'
import { NeedList } from './need-list.tsx'
import { RecentList } from './recent-list.tsx'
import { isSetUp, SetupList } from './setup-list.tsx'

export default function HomeShow() {
  const { data: profile } = useProfile()
  // Home says what is so now, not what was five minutes ago.
  const { data, error, refetch } = useQuery({ ...query(home.get), staleTime: 0 })
  const isDone = data && isSetUp(data.setup)
  const setup = useKeptHeight<HTMLDivElement>('home:setup', data !== undefined)
  const needs = useKeptHeight<HTMLDivElement>('home:needs', data !== undefined)
  const wasDone = useWasDone(isDone)
  return (
    <Page
      title={profile ? t('Hello, {name}', { name: profile.name }) : <Skeleton width="12rem" height={28} />}
      subtitle={
        isDone === false ? t('Five steps to your first broadcast.') : t('What waits for you, and what changed last.')
      }
      actions={<QuickAdd />}
    >
      {error && !data ? (
        <Section>
          <ErrorState error={error} onRetry={() => void refetch()} />
        </Section>
      ) : (
        <div className={styles.parts}>
          {!(isDone ?? wasDone) && (
            <div {...setup}>
              <SetupList setup={data?.setup} />
            </div>
          )}
          <div {...needs}>
            <NeedList home={data} />
          </div>
          <RecentList recent={data?.recent} />
        </div>
      )}
    </Page>
  )
}

/** Whether all steps were done the last time: then nothing is kept free for them. */
function useWasDone(isDone: boolean | undefined) {
  const key = 'home:done'
  const [before] = useState(() => {
    try {
      return localStorage.getItem(key) === 'true'
    } catch {
      return false
    }
  })
  useEffect(() => {
    try {
      if (isDone !== undefined) localStorage.setItem(key, String(isDone))
    } catch {
      // Storage is full or forbidden: the page moves once more the next time.
    }
  }, [isDone])
  return before
}

function QuickAdd() {
  const ways = [
    { to: '/investors/add', label: t('Investor') },
    { to: '/investments/add', label: t('Investment') },
    { to: '/contacts/add', label: t('Contact') },
    { to: '/broadcasts/add', label: t('Broadcast') },
  ]
  return (
    <nav className={styles.quick} aria-label={t('Quick add')}>
      {ways.map(({ to, label }) => (
        <Button key={to} component={Link} to={to} variant="default" leftSection={<IconPlus size={16} aria-hidden />}>
          {label}
        </Button>
      ))}
    </nav>
  )
}
