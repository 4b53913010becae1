// Describes the organization's own records among sample data.
import type { SampleOwn } from '../../contract/sample-data.ts'
import { t } from '../lib/text.ts'

/** “2 investments: My deal, Another”; tables not listed here count as links. */
export function ownText({ relation, is_changed, count, names }: SampleOwn): string {
  const what = countText(relation, count)
  const said = is_changed ? t('{records}, changed by you', { records: what }) : what
  if (names.length === 0) return said
  return `${said}: ${names.join(', ')}${count > names.length ? ', …' : ''}`
}

function countText(relation: string, count: number): string {
  switch (relation) {
    case 'investors':
      return t.plural(count, '{count} investor', '{count} investors')
    case 'contacts':
      return t.plural(count, '{count} contact', '{count} contacts')
    case 'investments':
      return t.plural(count, '{count} investment', '{count} investments')
    case 'offerings':
      return t.plural(count, '{count} offering', '{count} offerings')
    case 'transactions':
      return t.plural(count, '{count} transaction', '{count} transactions')
    case 'notes':
      return t.plural(count, '{count} note', '{count} notes')
    case 'templates':
      return t.plural(count, '{count} template', '{count} templates')
    case 'broadcasts':
      return t.plural(count, '{count} broadcast', '{count} broadcasts')
    case 'broadcast_groups':
      return t.plural(count, '{count} broadcast group', '{count} broadcast groups')
    case 'exchange_rates':
      return t.plural(count, '{count} exchange rate', '{count} exchange rates')
    case 'tags':
      return t.plural(count, '{count} tag', '{count} tags')
    case 'wa_answers':
      return t.plural(count, '{count} answer', '{count} answers')
    case 'wa_sessions':
      return t.plural(count, '{count} session', '{count} sessions')
    case 'investment_status_changes':
      return t.plural(count, '{count} change of status', '{count} changes of status')
    default:
      return t.plural(count, '{count} link between records', '{count} links between records')
  }
}
