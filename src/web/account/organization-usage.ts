// Record counts of an organization as text; zero counts are left out.
import type { Deletion } from '../../contract/account.ts'
import { t } from '../lib/text.ts'

export function organizationUsageText({ counts }: Deletion): string[] {
  const words: [count: number, text: string][] = [
    [counts.investors, t.plural(counts.investors, '{count} investor', '{count} investors')],
    [
      counts.investments,
      t.plural(
        counts.investments,
        '{count} investment and the payments on it',
        '{count} investments and the payments on them',
      ),
    ],
    [counts.contacts, t.plural(counts.contacts, '{count} contact', '{count} contacts')],
    [counts.templates, t.plural(counts.templates, '{count} template', '{count} templates')],
    [counts.broadcasts, t.plural(counts.broadcasts, '{count} broadcast', '{count} broadcasts')],
    [
      counts.recipients,
      t.plural(counts.recipients, '{count} message and what became of it', '{count} messages and what became of them'),
    ],
    [
      counts.opt_outs,
      t.plural(
        counts.opt_outs,
        '{count} number that asked not to be written to',
        '{count} numbers that asked not to be written to',
      ),
    ],
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
