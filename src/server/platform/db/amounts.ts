// What members whose role does not show amounts of money get instead.
import { type RawBuilder, sql } from 'kysely'
import { message } from '../../../contract/messages/message.ts'
import { AppError, languageOf, sentenceOf } from '../../errors.ts'
import type { Tenant } from './index.ts'

/** Throws `forbidden`, and names the permission. */
export function requireAmounts({ sees_amounts }: Pick<Tenant, 'sees_amounts'>): void {
  if (sees_amounts) return
  const permission = message('permission.see_amounts')
  throw new AppError('forbidden', message('forbidden.permission', { permission }))
}

/** The text of a message that Kabar filled in; a sentence takes its place if the user must not see the amounts in it. */
export const shownText = (
  { sees_amounts, locale }: Tenant,
  text: RawBuilder<unknown>,
  showsAmounts: RawBuilder<unknown>,
): RawBuilder<unknown> =>
  sees_amounts
    ? text
    : sql`case when ${showsAmounts} and ${text} is not null
        then ${sentenceOf(message('message.amounts_hidden'), languageOf(locale))}::text else ${text} end`
