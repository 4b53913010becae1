// Adds or edits a contact.
import { useParams, useSearchParams } from 'react-router'
import { type Contact, contacts } from '../../../contract/contacts.ts'
import { message } from '../../../contract/messages/message.ts'
import { ApiError, call } from '../../api.ts'
import { t } from '../../platform/lib/text.ts'
import { Form, useSaveForm } from '../../platform/ui/form.tsx'
import { Page } from '../../platform/ui/page.tsx'
import { FormPage, RecordForm, useRecordForm } from '../../platform/ui/record-form.tsx'
import { Section } from '../../platform/ui/section.tsx'
import { useEditPage, useSaved } from '../../record.ts'
import { useCustomLabels } from '../custom-fields/custom-panel.tsx'
import { ContactFields } from './contact-fields.tsx'
import { contactKind } from './contact-kind.ts'
import { contactLabels } from './labels.ts'
import { useWording } from './use-wording.ts'
import { ContactForm, type ContactValues, emptyContact, inputOf, valuesOf } from './values.ts'

export default function ContactEdit() {
  const { id } = useParams()
  return id ? <Edit /> : <Add />
}

function Add() {
  const { added } = useSaved(contactKind)
  // Prefilled from a sender who is not a contact yet, or from a search.
  const [search] = useSearchParams()
  const form = useSaveForm<ContactValues>({
    schema: ContactForm,
    draftKey: 'record',
    initialValues: { ...emptyContact, name: search.get('name') ?? '', phone: search.get('phone') ?? '' },
    save: async (values) => {
      added(await call(contacts.create, { body: inputOf(values) }).catch(onPhone))
    },
  })
  return (
    <Page title={t('Add contact')} back={{ to: '/contacts', label: t('Contacts') }} width="form">
      <Section>
        <Form form={form} submitLabel={t('Add contact')} cancelTo="/contacts">
          <ContactFields form={form} />
        </Form>
      </Section>
    </Page>
  )
}

function Edit() {
  const { record, page, backTo } = useEditPage(contactKind)
  return <FormPage {...page}>{record && <EditForm contact={record} backTo={backTo} />}</FormPage>
}

function EditForm({ contact, backTo }: { contact: Contact; backTo: string }) {
  const { saved } = useSaved(contactKind)
  const edit = useRecordForm<Contact, ContactValues>({
    record: contact,
    schema: ContactForm,
    valuesOf,
    save: async (values, version, over) => {
      const body = { ...inputOf(values, over), version }
      saved(await call(contacts.update, { params: { id: contact.id }, body }).catch(onPhone), backTo)
    },
  })
  const words = useCustomLabels('contact', contactLabels(), useWording(edit.theirs?.tags ?? contact.tags))
  return (
    <RecordForm edit={edit} cancelTo={backTo} {...words}>
      <ContactFields form={edit.form} contact={edit.record} />
    </RecordForm>
  )
}

/** Shows a taken number as an error of its field. */
function onPhone(error: unknown): never {
  if (error instanceof ApiError && error.code === 'phone_taken' && error.fields.length === 0) {
    const { name } = (error.current ?? {}) as { name?: string }
    const said = name ? message('phone.taken', { name }) : message('error.phone_taken')
    error.fields.push({ path: 'phone', ...said, message: error.detail })
  }
  throw error
}
