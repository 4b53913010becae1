// Indonesian: every message of the server and of forms, by code.
import { account } from './indonesian/account.ts'
import { broadcasts } from './indonesian/broadcasts.ts'
import { bulkChanges } from './indonesian/bulk-changes.ts'
import { erasures } from './indonesian/erasures.ts'
import { errors } from './indonesian/errors.ts'
import { fields } from './indonesian/fields.ts'
import { importRows } from './indonesian/import-rows.ts'
import { imports } from './indonesian/imports.ts'
import { labels } from './indonesian/labels.ts'
import { recipients } from './indonesian/recipients.ts'
import { records } from './indonesian/records.ts'
import { statements } from './indonesian/statements.ts'
import { templates } from './indonesian/templates.ts'
import type { MessageCode } from './message.ts'
import type { Sentence } from './sentence.ts'

export const indonesian: Record<MessageCode, Sentence> = {
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
