// The kinds of records that bulk changes work on: how each is found, changed, deleted and tagged.
import type { BulkKind } from '../../../contract/bulk-changes.ts'
import type { Tenant } from '../../platform/db/index.ts'
import type { ManyRecords } from '../../platform/db/records.ts'
import { manyContacts, matchingIds as matchingContacts } from '../contacts/service.ts'
import { manyInvestments, matchingIds as matchingInvestments } from '../investments/service.ts'
import { manyInvestors, matchingIds as matchingInvestors } from '../investors/service.ts'
import type { Tagged } from '../tags/service.ts'
import type { Matching } from './queries.ts'

interface BulkRecords {
  many: ManyRecords
  tagged: Tagged
  /** A query for the ids that match the filters of the list. */
  matching: (tenant: Tenant, filters: never) => Promise<Matching>
}

export const bulkRecords: Record<BulkKind, BulkRecords> = {
  contacts: { many: manyContacts, tagged: 'contact', matching: matchingContacts },
  investors: { many: manyInvestors, tagged: 'investor', matching: matchingInvestors },
  investments: { many: manyInvestments, tagged: 'investment', matching: matchingInvestments },
}
