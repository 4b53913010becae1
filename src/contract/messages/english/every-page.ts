// English messages that any page may show. Those of imports, a third of all, are loaded with their dialogs.
import { account } from './account.ts'
import { broadcasts } from './broadcasts.ts'
import { bulkChanges } from './bulk-changes.ts'
import { erasures } from './erasures.ts'
import { errors } from './errors.ts'
import { fields } from './fields.ts'
import { labels } from './labels.ts'
import { recipients } from './recipients.ts'
import { records } from './records.ts'
import { statements } from './statements.ts'
import { templates } from './templates.ts'

export const everyPage = {
  ...fields,
  ...errors,
  ...account,
  ...records,
  ...recipients,
  ...broadcasts,
  ...bulkChanges,
  ...templates,
  ...statements,
  ...erasures,
  ...labels,
}
