// Address of the page that merges records. In a file of its own, so that record pages need not load the endpoints.
import type { MergeKind } from './merges.ts'

/** The first record is the winner unless the user chooses another. `from`: the page to return to. */
export const mergePath = (kind: MergeKind, ids: readonly string[], from: string) =>
  `/duplicates/merge?kind=${kind}&ids=${ids.join()}&from=${encodeURIComponent(from)}`
