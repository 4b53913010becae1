// Sample data where it is offered, and the note above all pages while it is in.
import { Button, type ButtonProps } from '@mantine/core'
import { IconFlask } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState } from 'react'
import { sampleData } from '../../contract/sample-data.ts'
import { call, query } from '../api.ts'
import { t } from '../lib/text.ts'
import { notify, notifyError } from '../ui/notices.tsx'
import styles from './sample-panel.module.css'

const SampleRemoveDialog = lazy(() => import('./sample-remove-dialog.tsx'))

/** One press, and there is something to look at. Nothing where there are records of one's own. */
export function SampleStart(look: ButtonProps) {
  const client = useQueryClient()
  const { data } = useQuery(query(sampleData.get))
  const start = useMutation({
    mutationFn: () => call(sampleData.add),
    onSuccess: () => {
      notify({
        title: t('Sample data is in'),
        text: t('Look around and try everything. One press at the top of the page removes it.'),
      })
      return client.invalidateQueries()
    },
    onError: (error) => notifyError(error, t('Sample data could not be put in')),
  })
  if (!data?.can_add) return null
  return (
    <Button
      variant="subtle"
      leftSection={<IconFlask size={16} aria-hidden />}
      {...look}
      loading={start.isPending}
      onClick={() => start.mutate()}
    >
      {t('Look around with sample data')}
    </Button>
  )
}

export function SampleNote() {
  const { data } = useQuery(query(sampleData.get))
  const [before] = useState(remembered)
  const isIn = data ? data.added_at !== null : before === true
  useEffect(() => {
    if (data) remember(data.added_at !== null)
  }, [data])
  // Who signs in next may be of another organization.
  useEffect(() => () => remember(null), [])
  const [asking, setAsking] = useState(false)
  return (
    <>
      {isIn && (
        <aside className={styles.note} aria-label={t('Sample data')}>
          <IconFlask size={16} aria-hidden />
          <span>{t('You are looking at sample data.')}</span>
          <button type="button" className={styles.remove} onClick={() => setAsking(true)}>
            {t('Remove it')}
          </button>
        </aside>
      )}
      {asking && (
        <Suspense>
          <SampleRemoveDialog onClose={() => setAsking(false)} />
        </Suspense>
      )}
    </>
  )
}

/** Longer than an answer takes where all is well: after it, a page that moves is better than none. */
const patienceMs = 1_500

/**
 * Whether what stands below the note has to be made ready unseen: on a device that has not seen the organization yet nobody
 * knows whether there is a note. Drawn at once it would move down, which is most of what moves on a first visit.
 */
export function useSampleHold(): boolean {
  const { data, failureCount } = useQuery(query(sampleData.get))
  const [isUnknown, setUnknown] = useState(() => remembered() === null)
  useEffect(() => {
    const timer = setTimeout(() => setUnknown(false), patienceMs)
    return () => clearTimeout(timer)
  }, [])
  return isUnknown && !data && failureCount === 0
}

const key = 'sample-data'

/** What was so the last time, until it is known: the page does not move then. Null on a device that does not know. */
function remembered(): boolean | null {
  try {
    const text = localStorage.getItem(key)
    return text === null ? null : text === 'true'
  } catch {
    return null
  }
}

function remember(isIn: boolean | null) {
  try {
    if (isIn === null) localStorage.removeItem(key)
    else localStorage.setItem(key, String(isIn))
  } catch {
    // Storage is full or forbidden: the next visit is like the first.
  }
}
