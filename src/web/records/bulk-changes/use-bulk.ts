// Starts a bulk change, follows its progress, and offers Undo when it is done.
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { type BulkAction, type BulkChange, type BulkKind, bulkChanges } from '../../../contract/bulk-changes.ts'
import { call, invalidate } from '../../api.ts'
import { t } from '../../platform/lib/text.ts'
import { notify, notifyError } from '../../platform/ui/notices.tsx'
import { doneText, restText } from './words.ts'

/** All that shows records or what depends on them. */
const shownIn = [
  'contacts',
  'investors',
  'investments',
  'tags',
  'broadcast-groups',
  'home',
  'dashboard',
  'trash',
  'activity',
]

/** `selection`: as the API takes it. */
export function useBulk(
  kind: BulkKind,
  selection: object,
  { clear, onBusy }: { clear: () => void; onBusy: (is: boolean) => void },
) {
  const client = useQueryClient()
  const [progress, setProgress] = useState<BulkChange>()
  /** A change some of whose records were refused: shown in a dialog. */
  const [report, setReport] = useState<BulkChange>()
  const isShown = useRef(true)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])

  /** Makes the request, and follows the change in the background. Without `change`, only selects. Throws what the form shows. */
  async function make(change?: BulkAction): Promise<BulkChange> {
    const body = { selection, ...(change && { change }) } as never
    const made = await call(bulkChanges[kind], { body })
    if (change) {
      onBusy(true)
      clear()
      void follow(made)
    }
    return made
  }

  /** The notice comes even if the user has opened another page in the meantime. */
  async function follow(made: BulkChange) {
    try {
      let now = made
      for (
        let pause = 300;
        now.status === 'running' || now.status === 'undoing';
        pause = Math.min(pause * 1.5, 1_500)
      ) {
        setProgress(now)
        await new Promise((resolve) => setTimeout(resolve, pause))
        now = await call(bulkChanges.get, { params: { id: made.id } })
      }
      void invalidate(client, ...shownIn.map((name) => `/v1/${name}`))
      tell(now)
    } catch (error) {
      notifyError(error, t('The progress could not be loaded'))
      onBusy(false)
    } finally {
      setProgress(undefined)
    }
  }

  function tell(made: BulkChange) {
    const isUndone = made.status === 'undone'
    if (isShown.current && (isUndone ? made.not_undone : made.refused) > 0) return setReport(made)
    onBusy(false)
    notify({
      title: doneText(made),
      text: restText(made),
      ...(!isUndone && made.changed > 0 && { undo: () => undo(made) }),
    })
  }

  async function undo({ id }: Pick<BulkChange, 'id'>) {
    try {
      const made = await call(bulkChanges.undo, { params: { id } })
      if (made.status !== 'undone') onBusy(true)
      await follow(made)
    } catch (error) {
      notifyError(error, t('The change could not be undone'))
    }
  }

  return {
    make,
    undo,
    progress,
    report,
    closeReport: () => {
      setReport(undefined)
      onBusy(false)
    },
  }
}
