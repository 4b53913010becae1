// Address of the page that merges records. Apart from the endpoints, because the pages of records load only this.
import type { MergeKind } from './merges.ts'

/** The first record stays if nothing else is chosen. `from`: the page to return to. */
export const mergePath = (kind: MergeKind, ids: readonly string[], from: string) =>
  `/duplicates/merge?kind=${kind}&ids=${ids.join()}&from=${encodeURIComponent(from)}`
