// Starts a broadcast to the contacts of the selected records, or exports the records.
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { broadcastPath, maxContactIds } from '../../../contract/broadcast-start.ts'
import type { BulkChange, BulkKind } from '../../../contract/bulk-changes.ts'
import { contacts, maxNames } from '../../../contract/contacts.ts'
import type { DownloadRequest } from '../../../contract/downloads.ts'
import { investors } from '../../../contract/investors.ts'
import { mergePath } from '../../../contract/merge-start.ts'
import { call } from '../../api.ts'
import { download } from '../../download.ts'
import { number } from '../../platform/lib/format.ts'
import type { BulkPanelProps } from '../../platform/lib/page-parts.ts'
import { t } from '../../platform/lib/text.ts'
import { notify, notifyError } from '../../platform/ui/notices.tsx'

export function useOnward(kind: BulkKind, props: BulkPanelProps, make: () => Promise<BulkChange>) {
  const { request, sort, exportOf } = props
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const [busy, setBusy] = useState(false)
  const run = async (work: () => Promise<unknown>, failure: string) => {
    setBusy(true)
    try {
      await work()
    } catch (error) {
      notifyError(error, failure)
    } finally {
      setBusy(false)
    }
  }

  async function write() {
    const ids = (request as { ids?: string[] }).ids
    if (kind === 'contacts' && ids && ids.length <= maxContactIds) return navigate(broadcastPath({ contact_ids: ids }))
    const { id } = await make()
    const { pagination } = await call(contacts.list, { query: { bulk_change_id: id, per_page: 1 } })
    if (pagination.total === 0) return notify({ tone: 'neutral', title: t('None of them has a contact') })
    if (pagination.total > maxNames)
      return notify({
        tone: 'neutral',
        title: t('Too many contacts to pick: {count}', { count: number(pagination.total) }),
        text: t('Tag them, and make a broadcast group with a rule for that tag.'),
      })
    navigate(broadcastPath({ contacts: `bulk_change_id=${id}` }))
  }

  async function merge() {
    let { ids } = request as { ids?: string[] }
    if (!ids) {
      const stored = { query: { bulk_change_id: (await make()).id } }
      ids = (await call((kind === 'contacts' ? contacts : investors).list, stored)).data.map(({ id }) => id)
    }
    navigate(mergePath(kind === 'contacts' ? 'contact' : 'investor', ids, pathname + search))
  }

  return {
    busy,
    merge: () => run(merge, t('The records could not be loaded')),
    broadcast: () => run(write, t('The broadcast could not be started')),
    save: (format: 'csv' | 'xlsx') =>
      run(async () => {
        const { id } = await make()
        await download(exportOf(format, { bulk_change_id: id, ...(sort && { sort }) }) as DownloadRequest)
      }, t('The file could not be created')),
  }
}
