// Lazy-loaded page: shows a loading state, and reloads the app once if a new release has replaced its chunk.
import { type ComponentType, type LazyExoticComponent, lazy, type ReactNode, Suspense } from 'react'

type Module = { default: ComponentType }
export interface LazyPage {
  Page: LazyExoticComponent<ComponentType>
  /** Starts the download before the page is rendered. */
  preload: () => void
}

/** Also waits for `also`. */
export function lazyPage(load: () => Promise<Module>, also?: () => Promise<void>): LazyPage {
  let module: Promise<Module> | undefined
  const once = () => {
    module ??= Promise.all([withReload(load), also?.()]).then(([loaded]) => loaded)
    return module
  }
  return { Page: lazy(once), preload: () => void once().catch(() => undefined) }
}

/** Shows `loading` until the page is loaded. */
export function PageSlot({ page, loading }: { page: LazyPage; loading: ReactNode }) {
  return (
    <Suspense fallback={loading}>
      <page.Page />
    </Suspense>
  )
}

/** Any response counts. */
const isServerThere = () =>
  fetch(location.href, { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(5_000) }).then(
    () => true,
    () => false,
  )

const mark = 'reloaded_for_chunk_at'
const onceWithinMs = 60_000

async function withReload(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load()
  } catch (error) {
    // A second failure this soon is not caused by a release: reloading again would loop.
    const last = Number(sessionStorage.getItem(mark) ?? Number.NEGATIVE_INFINITY)
    if (Date.now() - last < onceWithinMs) throw error
    // Without a connection the reload would fail, too.
    if (!(await isServerThere())) throw error
    sessionStorage.setItem(mark, String(Date.now()))
    location.reload()
    // The page reloads; nothing must render until then.
    return new Promise(() => undefined)
  }
}
