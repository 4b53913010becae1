// Suggests a status after payments: some or all of the commitment has been paid in.
import type { Investment } from '../../../contract/investments.ts'
import type { StatusCategory } from '../../../contract/master-data.ts'
import { isZero } from '../../platform/lib/progress.ts'

interface Status {
  id: string
  name: string
  category: StatusCategory
}

/** In the order of master data, the first `funded` status means that part has been paid, the last one that all has. */
export function suggestedStatus<S extends Status>(
  {
    status,
    funded,
    outstanding,
  }: Pick<Investment, 'funded' | 'outstanding'> & { status: { id: string; category: StatusCategory } },
  statuses: readonly S[],
): S | undefined {
  const paid = statuses.filter(({ category }) => category === 'funded')
  if (isZero(funded) || paid.length === 0) return undefined
  const next = isZero(outstanding) ? paid.at(-1)! : paid[0]!
  if (status.category === 'committed') return next
  return status.category === 'funded' && status.id === paid[0]!.id && next.id !== status.id ? next : undefined
}
