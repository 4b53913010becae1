// English: every message of the server and of forms, by code.
import { account } from './english/account.ts'
import { broadcasts } from './english/broadcasts.ts'
import { bulkChanges } from './english/bulk-changes.ts'
import { erasures } from './english/erasures.ts'
import { errors } from './english/errors.ts'
import { fields } from './english/fields.ts'
import { importRows } from './english/import-rows.ts'
import { imports } from './english/imports.ts'
import { labels } from './english/labels.ts'
import { recipients } from './english/recipients.ts'
import { records } from './english/records.ts'
import { statements } from './english/statements.ts'
import { templates } from './english/templates.ts'

export const english = {
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
  ...imports,
  ...importRows,
  ...labels,
}
