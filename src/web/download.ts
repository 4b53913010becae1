// File downloads: an authenticated request returns a link, from which the browser saves the file.
import type { DownloadRequest } from '../contract/downloads.ts'
import { call } from './api.ts'
import { t } from './platform/lib/text.ts'

/** Resolves once the download has started; throws if it could not be prepared. */
export async function download(request: DownloadRequest): Promise<void> {
  // Loaded on click: it depends on the contract of every list.
  const { downloads } = await import('../contract/downloads.ts')
  const { id, url } = await call(downloads.create, { body: request })
  const link = document.createElement('a')
  link.href = url
  // With it, an error response becomes a failed download instead of a page.
  link.download = ''
  link.click()
  for (let pause = 250; ; pause = Math.min(pause * 2, 2_000)) {
    await new Promise((resolve) => setTimeout(resolve, pause))
    const { status } = await call(downloads.get, { params: { id } })
    if (status === 'sending') return
    if (status === 'expired') throw new Error(t('The download did not start. Your browser may have blocked it.'))
    if (status === 'failed') throw new Error(t('The file could not be prepared. Try again.'))
  }
}
