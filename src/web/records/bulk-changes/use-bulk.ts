// Starts a bulk change, follows its progress, and offers Undo when it is done.
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { useNavigate } from 'react-router'
import { type BulkAction, type BulkChange, type BulkKind, bulkChanges } from '../../../contract/bulk-changes.ts'
import { ApiError, call, invalidate, query } from '../../api.ts'
import { setBulkActivity } from '../../platform/lib/bulk-activity.ts'
import { retry } from '../../platform/lib/retry-policy.ts'
import { t } from '../../platform/lib/text.ts'
import { notify, notifyError } from '../../platform/ui/notices.tsx'
import { doneText, restText } from './words.ts'

/** Endpoints whose answers a bulk change makes outdated. */
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
  'audit',
  'bulk-changes',
]

/** State of the bar. Kept outside of the component, because a change goes on while the user looks at other pages. */
interface Shown {
  progress?: BulkChange | undefined
  /** A finished change that left some records as they were; a dialog lists them. */
  report?: BulkChange | undefined
}
let shown: Shown = {}
const listeners = new Set<() => void>()
/** Number of bars on the page. If there is none, a notice replaces the dialog with refused records. */
let bars = 0

function show(next: Shown) {
  shown = next
  setBulkActivity(Boolean(next.progress ?? next.report))
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** `selection`: as the API takes it. */
export function useBulk(kind: BulkKind, selection: object, clear: () => void) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const page = { client, showAll: () => navigate('/bulk-changes') }
  useEffect(() => {
    bars++
    return () => {
      bars--
    }
  }, [])

  /** Starts a change and follows it in the background. Without `change`, only stores the selection. Throws the errors that a form shows. */
  async function make(change?: BulkAction): Promise<BulkChange> {
    try {
      const made = await call(bulkChanges[kind], { body: { selection, ...(change && { change }) } as never })
      if (change) {
        void follow(page, made)
        clear()
      }
      return made
    } catch (error) {
      // Other records match by now, so the list is fetched again.
      if (error instanceof ApiError && error.code === 'state_conflict') void invalidate(client, `/v1/${kind}`)
      throw error
    }
  }

  return {
    ...useSyncExternalStore(subscribe, () => shown),
    make,
    undo: (made: BulkChange) => undo(page, made),
    closeReport: () => show({ ...shown, report: undefined }),
  }
}

interface BulkContext {
  client: QueryClient
  /** Opens the list of bulk changes; absent on that list itself. */
  showAll?: () => unknown
}

async function follow(context: BulkContext, made: BulkChange) {
  const { client } = context
  try {
    let now = made
    for (let pause = 300; now.status === 'running' || now.status === 'undoing'; pause = Math.min(pause * 1.5, 1_500)) {
      show({ ...shown, progress: now })
      await new Promise((resolve) => setTimeout(resolve, pause))
      // The change goes on without this page: a lost response must not take its Undo away.
      now = await client.fetchQuery({
        ...query(bulkChanges.get, { params: { id: made.id } }),
        staleTime: 0,
        retry: (failures, error) => failures < 20 && retry(0, error),
      })
    }
    void invalidate(client, ...shownIn.map((name) => `/v1/${name}`))
    tell(context, now)
  } catch (error) {
    show({ ...shown, progress: undefined })
    notifyError(error, t('The progress could not be loaded'))
  }
}

function tell(context: BulkContext, made: BulkChange) {
  const isUndone = made.status === 'undone'
  const hasRefusals = (isUndone ? made.not_undone : made.refused) > 0
  if (hasRefusals && bars > 0) return show({ report: made })
  show({ ...shown, progress: undefined })
  notify({
    title: doneText(made),
    text: restText(made),
    ...(!isUndone && made.changed > 0 && { undo: () => undo(context, made), stays: true }),
    ...(!isUndone && context.showAll && { onward: { label: t('All bulk changes'), go: context.showAll } }),
  })
}

export async function undo(context: BulkContext, { id }: Pick<BulkChange, 'id'>) {
  try {
    await follow(context, await call(bulkChanges.undo, { params: { id } }))
  } catch (error) {
    notifyError(error, t('The change could not be undone'))
  }
}
