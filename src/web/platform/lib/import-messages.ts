// English messages of imports, for the dialogs of imports.
import { importRows } from '../../../contract/messages/english/import-rows.ts'
import { imports } from '../../../contract/messages/english/imports.ts'
import { addMessages } from './messages.ts'

addMessages({ ...imports, ...importRows })
