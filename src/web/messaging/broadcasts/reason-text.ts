// The reason of a recipient's state in words.
import type { Recipient } from '../../../contract/broadcasts.ts'
import { message } from '../../../contract/messages/message.ts'
import { reasonMessage } from '../../../contract/messages/recipient-reason.ts'
import { type TemplateVariable, templateVariable } from '../../../contract/template-language.ts'
import { number } from '../../platform/lib/format.ts'
import { sentenceOf } from '../../platform/lib/messages.ts'
import { t } from '../../platform/lib/text.ts'

/** `missing_variable:contact.company` → “Missing: “Company””. */
export function reasonText(reason: string, customs: readonly TemplateVariable[] = []): string {
  const [code = '', detail = ''] = reason.split(/:(.*)/s)
  return sentenceOf(code === 'missing_variable' ? missing(detail.split(','), customs) : reasonMessage(reason))
}

/** How many members of a group received it: “Read by 12 of 40”. Undefined for a person, and before it is sent. */
export function groupText({
  participants,
  delivered_count,
  read_count,
  sent_at,
}: Pick<Recipient, 'participants' | 'delivered_count' | 'read_count' | 'sent_at'>): string | undefined {
  if (participants === null || sent_at === null) return undefined
  const total = number(participants)
  if (read_count) return t('Read by {count} of {total}', { count: number(read_count), total })
  return t('Delivered to {count} of {total}', { count: number(delivered_count ?? 0), total })
}

/** The variables as users see them in the editor. */
const missing = (paths: string[], customs: readonly TemplateVariable[]) =>
  message('recipient.missing_values', {
    variables: paths.map((path) => t('“{label}”', { label: labelOf(path, customs) })).join(', '),
  })

function labelOf(path: string, customs: readonly TemplateVariable[]) {
  const found = templateVariable(path, customs)
  if (!found) return readable(path.split('.').at(-1) ?? path)
  const { subject, label } = found
  return subject === null ? t(label) : t('{subject}: {variable}', { subject: t(subject), variable: t(label) })
}

function readable(code: string) {
  const words = code.replace(/[_:]+/g, ' ').trim()
  return words.charAt(0).toLocaleUpperCase() + words.slice(1)
}
