// A page in a chunk of its own: says that it loads, and reloads the app once when a new release has replaced its chunk.
import { type ComponentType, type LazyExoticComponent, lazy, type ReactNode, Suspense } from 'react'

type Module = { default: ComponentType }
export interface LazyPage {
  Page: LazyExoticComponent<ComponentType>
  /** Starts the download before the page is rendered. */
  preload: () => void
}

/** `also` is waited for as well. */
export function lazyPage(load: () => Promise<Module>, also?: () => Promise<void>): LazyPage {
  let module: Promise<Module> | undefined
  const once = () => {
    module ??= Promise.all([withReload(load), also?.()]).then(([loaded]) => loaded)
    return module
  }
  return { Page: lazy(once), preload: () => void once().catch(() => undefined) }
}

/** `loading` stands in its place meanwhile. */
export function PageSlot({ page, loading }: { page: LazyPage; loading: ReactNode }) {
  return (
    <Suspense fallback={loading}>
      <page.Page />
    </Suspense>
  )
}

/** Whatever it answers. */
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
    // A second failure so soon is no matter of releases: another reload would only be the next of many.
    const last = Number(sessionStorage.getItem(mark) ?? Number.NEGATIVE_INFINITY)
    if (Date.now() - last < onceWithinMs) throw error
    // Without a connection there would be no app to come back to.
    if (!(await isServerThere())) throw error
    sessionStorage.setItem(mark, String(Date.now()))
    location.reload()
    // The reload takes over; nothing must render meanwhile.
    return new Promise(() => undefined)
  }
}
