// Record counts of an organization as text; zero counts are left out.
import type { Deletion } from '../../../contract/account.ts'
import { t } from '../../platform/lib/text.ts'

export function organizationUsageText({ counts }: Deletion): string[] {
  const words: [count: number, text: string][] = [
    [counts.investors, t.plural(counts.investors, '{count} investor', '{count} investors')],
    [
      counts.investments,
      t.plural(counts.investments, '{count} investment with its payments', '{count} investments with their payments'),
    ],
    [counts.contacts, t.plural(counts.contacts, '{count} contact', '{count} contacts')],
    [counts.templates, t.plural(counts.templates, '{count} template', '{count} templates')],
    [counts.broadcasts, t.plural(counts.broadcasts, '{count} broadcast', '{count} broadcasts')],
    [
      counts.recipients,
      t.plural(counts.recipients, '{count} message with its outcome', '{count} messages with their outcome'),
    ],
    [counts.opt_outs, t.plural(counts.opt_outs, '{count} opted-out number', '{count} opted-out numbers')],
    [
      counts.wa_sessions,
      t.plural(
        counts.wa_sessions,
        '{count} WhatsApp session, unlinked from its phone',
        '{count} WhatsApp sessions, unlinked from their phones',
      ),
    ],
  ]
  return words.filter(([count]) => count > 0).map(([, text]) => text)
}
