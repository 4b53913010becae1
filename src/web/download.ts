// Files that the browser saves by itself: asked for by a signed-in call, fetched by the link it answers.
import type { DownloadRequest } from '../contract/downloads.ts'
import { call } from './api.ts'
import { t } from './lib/text.ts'

/** Resolves once the file is on its way, throws when it could not be prepared. */
export async function download(request: DownloadRequest): Promise<void> {
  // When it is pressed: the contract of every list comes with it.
  const { downloads } = await import('../contract/downloads.ts')
  const { id, url } = await call(downloads.create, { body: request })
  const link = document.createElement('a')
  link.href = url
  // A refusal is a failed download then, and not a page of its own.
  link.download = ''
  link.click()
  for (let pause = 250; ; pause = Math.min(pause * 2, 2_000)) {
    await new Promise((resolve) => setTimeout(resolve, pause))
    const { status } = await call(downloads.get, { params: { id } })
    if (status === 'sending') return
    if (status === 'expired') throw new Error(t('The download did not begin. Your browser may have blocked it.'))
    if (status === 'failed') throw new Error(t('The file could not be prepared. Try again.'))
  }
}
