// Adds an existing or a new contact to an investor.
import { Modal, SegmentedControl, Select, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { contacts } from '../../../contract/contacts.ts'
import { ContactRole, type Investor, investors } from '../../../contract/investors.ts'
import { call, invalidate, query } from '../../api.ts'
import { t } from '../../platform/lib/text.ts'
import { useFocusRestore } from '../../platform/ui/focus-restore.ts'
import { Form, useSaveForm } from '../../platform/ui/form.tsx'
import { notify } from '../../platform/ui/notices.tsx'
import { ContactPicker } from '../contacts/contact-picker.tsx'
import { roleText } from '../contacts/role-badge.tsx'
import { PersonForm, type PersonValues } from './person.ts'
import { PersonFields } from './person-fields.tsx'

export default function ContactAddDialog({ investor, onClose }: { investor: Investor; onClose: () => void }) {
  useFocusRestore()
  const client = useQueryClient()
  const form = useSaveForm<PersonValues>({
    schema: PersonForm,
    initialValues: {
      is_new: true,
      id: '',
      name: '',
      phone: '',
      role: roleOf(investor),
    },
    save: async ({ id, name, phone, role }) => {
      if (investor.contacts.some((contact) => contact.id === id)) throw alreadyThere(form.values.is_new)
      const person = id ? { id } : await call(contacts.create, { body: { name, phone } })
      const params = { id: investor.id, contact_id: person.id }
      const next = await call(investors.setContact, { params, body: { role } }).catch((error) => {
        // The contact exists by now: a retry must not create it again.
        if (!id) setValues({ id: person.id, phone: '' })
        throw error
      })
      client.setQueryData(query(investors.get, { params: { id: investor.id } }).queryKey, next)
      void invalidate(client, '/v1/investors', '/v1/contacts')
      const added = next.contacts.find((contact) => contact.id === person.id)
      notify({ title: t('{name} was added', { name: added?.name ?? name }) })
      onClose()
    },
  })
  const { values, field, setValues } = form
  const id = field('id', t('Contact'))
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('Add a contact of {investor}', { investor: investor.name })}
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      <Form form={form} submitLabel={t('Add contact')} onCancel={onClose}>
        <SegmentedControl
          fullWidth
          aria-label={t('Person')}
          data={[
            { value: 'new', label: t('New person') },
            { value: 'known', label: t('From your contacts') },
          ]}
          value={values.is_new ? 'new' : 'known'}
          onChange={(who) => setValues({ is_new: who === 'new', id: '' })}
        />
        {values.is_new ? (
          <>
            {!values.id && <TextInput {...field('name', t('Name'))} value={values.name} autoComplete="off" required />}
            <PersonFields
              phone={{ ...field('phone', t('Phone')), error: field('phone', t('Phone')).error || id.error }}
              contactId={values.id}
              onLink={(person) => setValues({ id: person?.id ?? '', phone: '' })}
              linkLabel={t('Use this contact')}
            />
          </>
        ) : (
          <ContactPicker
            {...id}
            value={values.id || null}
            onChange={(chosen: string | null) => setValues({ id: chosen ?? '' })}
            required
          />
        )}
        <Select
          {...field('role', t('Role'))}
          data={ContactRole.options.map((role) => ({ value: role, label: roleText(role) }))}
          value={values.role}
          allowDeselect={false}
        />
      </Form>
    </Modal>
  )
}

/** The first contact has a default role; the role of others must be chosen. */
function roleOf({ kind, contacts: known }: Investor): ContactRole {
  if (known.length > 0) return 'other'
  return kind === 'individual' ? 'self' : 'primary'
}

function alreadyThere(isNew: boolean) {
  const message = t('Already a contact of this investor')
  return Object.assign(new Error(message), { fields: [{ path: isNew ? 'phone' : 'id', message }] })
}
