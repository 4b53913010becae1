// Contacts as a kind of record.
import { IconUserOff } from '@tabler/icons-react'
import { type Contact, contacts } from '../../../contract/contacts.ts'
import { t } from '../../platform/lib/text.ts'
import type { RecordKind } from '../../record.ts'

export const contactKind: RecordKind<Contact> = {
  endpoints: contacts,
  path: '/contacts',
  shownIn: ['/v1/contacts', '/v1/investors'],
  icon: IconUserOff,
  nameOf: ({ name }) => name,
  words: () => ({
    list: t('Contacts'),
    one: t('Contact'),
    edit: t('Edit contact'),
    missing: t('Contact not found'),
  }),
}
