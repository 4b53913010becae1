// Merges the pages of a check into one result.
import type { Check } from '../../../contract/templates.ts'

export type CheckResult = Check

/** Maximum number of examples per reason. */
const named = 5

/** Highest count first, as in each page. */
export function addedResult(sum: CheckResult | undefined, part: Check): CheckResult {
  if (!sum) return part
  const reasons = new Map(sum.missing.map((reason) => [keyOf(reason), reason]))
  for (const reason of part.missing) {
    const known = reasons.get(keyOf(reason))
    reasons.set(keyOf(reason), {
      ...reason,
      count: (known?.count ?? 0) + reason.count,
      contacts: [...(known?.contacts ?? []), ...reason.contacts].slice(0, named),
    })
  }
  return {
    error: part.error,
    total: part.total,
    checked: sum.checked + part.checked,
    ready: sum.ready + part.ready,
    missing: [...reasons.values()].sort((a, b) => b.count - a.count || (keyOf(a) < keyOf(b) ? -1 : 1)),
    next: part.next,
  }
}

const keyOf = ({ path, error }: Check['missing'][number]) => path ?? `error ${JSON.stringify(error)}`
