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
  const isIn = useRemembered(data && data.added_at !== null)
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

/** What was so the last time, until it is known: the page does not move then. */
function useRemembered(isIn: boolean | undefined) {
  const key = 'sample-data'
  const [before] = useState(() => {
    try {
      return localStorage.getItem(key) === 'true'
    } catch {
      return false
    }
  })
  useEffect(() => {
    try {
      if (isIn !== undefined) localStorage.setItem(key, String(isIn))
    } catch {
      // Storage is full or forbidden: the page moves once more the next time.
    }
  }, [isIn])
  return isIn ?? before
}
