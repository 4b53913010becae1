// Sample data: the button that adds it, and the banner above all pages while it is there.
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

/** Adds sample data in one click. Renders nothing if the organization has records of its own. */
export function SampleStart(look: ButtonProps) {
  const client = useQueryClient()
  const { data } = useQuery(query(sampleData.get))
  const start = useMutation({
    mutationFn: () => call(sampleData.add),
    onSuccess: () => {
      notify({
        title: t('Sample data added'),
        text: t('Look around and try everything. You can remove it at the top of the page.'),
      })
      return client.invalidateQueries()
    },
    onError: (error) => notifyError(error, t('Sample data could not be added')),
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
      {t('Try with sample data')}
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
  // The next user to sign in may belong to another organization.
  useEffect(() => () => remember(null), [])
  const [asking, setAsking] = useState(false)
  return (
    <>
      {isIn && (
        <aside className={styles.note} aria-label={t('Sample data')}>
          <IconFlask size={16} aria-hidden />
          <span>{t('You are looking at sample data.')}</span>
          <button type="button" className={styles.remove} onClick={() => setAsking(true)}>
            {t('Remove')}
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

/** Longer than a response normally takes; after it, a layout shift is better than a blank page. */
const patienceMs = 1_500

/**
 * Whether the content below the banner renders hidden: on a device that has not seen the organization it is unknown
 * whether there is a banner, which would push the page down and cause most of the layout shift of a first visit.
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

/**
 * The last known value, used until the current one has loaded, to avoid a layout shift. Null if unknown on this device.
 */
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
    // Storage is full or blocked: the next visit is like the first.
  }
}
