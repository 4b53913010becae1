// Columns of the contacts export, which the import reads back.
import type { Contact, contactColumns } from '../../../contract/contacts.ts'
import type { TableColumn } from '../../../contract/exports.ts'
import { listText } from '../../../contract/exports.ts'

type ListedContact = Omit<Contact, 'phone_text' | 'other_phones' | 'former_phones'> & {
  other_phones: { phone: string }[]
}

const plain = (header: (typeof contactColumns)[number] & keyof ListedContact) => ({
  header,
  value: (contact: ListedContact) => contact[header] as string | null,
})

export const columns: (TableColumn<ListedContact> & { header: (typeof contactColumns)[number] | 'id' })[] = [
  { header: 'id', value: ({ id }) => id },
  plain('name'),
  plain('preferred_name'),
  plain('phone'),
  { header: 'other_phones', value: ({ other_phones }) => other_phones.map(({ phone }) => phone).join(', ') },
  plain('email'),
  { header: 'other_emails', value: ({ other_emails }) => other_emails.join(', ') },
  plain('company'),
  plain('job_title'),
  plain('language'),
  plain('time_zone'),
  plain('consent'),
  plain('consent_at'),
  plain('consent_how'),
  plain('consent_evidence'),
  { header: 'tags', value: ({ tags }) => listText(tags.map(({ name }) => name)) },
  { header: 'investors', value: ({ investors }) => investors.map(({ code, name }) => `${code} ${name}`).join(', ') },
  plain('last_contacted_at'),
  plain('notes'),
  plain('created_at'),
  plain('updated_at'),
]
