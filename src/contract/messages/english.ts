// English: every message of the server and of forms, by code.
import { everyPage } from './english/every-page.ts'
import { importRows } from './english/import-rows.ts'
import { imports } from './english/imports.ts'

export const english = { ...everyPage, ...imports, ...importRows }
