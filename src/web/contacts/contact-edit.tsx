// Adds or edits a contact.
import { IconUserOff } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useLocation, useNavigate, useParams, useSearchParams } from 'react-router'
import { type Contact, contacts } from '../../contract/contacts.ts'
import { ApiError, call, invalidate, query } from '../api.ts'
import { t } from '../lib/text.ts'
import { Form, useSaveForm } from '../ui/form.tsx'
import { notify } from '../ui/notices.tsx'
import { Page } from '../ui/page.tsx'
import { FormPage, RecordForm, useRecordForm } from '../ui/record-form.tsx'
import { Section } from '../ui/section.tsx'
import { ContactFields } from './contact-fields.tsx'
import { contactLabels } from './labels.ts'
import { useWording } from './use-wording.ts'
import { ContactForm, type ContactValues, emptyContact, inputOf, valuesOf } from './values.ts'

export default function ContactEdit() {
  const { id } = useParams()
  return id ? <Edit id={id} /> : <Add />
}

function Add() {
  const { saved } = useSaved()
  // Prefilled from a sender who is not a contact yet, or from a search.
  const [search] = useSearchParams()
  const form = useSaveForm<ContactValues>({
    schema: ContactForm,
    keptAs: 'record',
    initialValues: { ...emptyContact, name: search.get('name') ?? '', phone: search.get('phone') ?? '' },
    save: async (values) => {
      const contact = await call(contacts.create, { body: inputOf(values) }).catch(onPhone)
      saved(contact, t('{name} was added', { name: contact.name }))
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

function Edit({ id }: { id: string }) {
  // Always refetched: an old version in the cache would only end in a conflict.
  const { data, error, refetch, isFetchedAfterMount } = useQuery({
    ...query(contacts.get, { params: { id } }),
    refetchOnMount: 'always',
  })
  // Includes the position in the list, if the page was opened from one.
  const back = { to: `/contacts/${id}${useLocation().search}`, label: data?.name ?? t('Contact') }
  return (
    <FormPage
      title={t('Edit contact')}
      back={back}
      error={error}
      onRetry={refetch}
      missing={{
        icon: IconUserOff,
        title: t('Contact not found'),
        list: { to: '/contacts', label: t('Contacts') },
      }}
    >
      {data && isFetchedAfterMount && <EditForm contact={data} backTo={back.to} />}
    </FormPage>
  )
}

function EditForm({ contact, backTo }: { contact: Contact; backTo: string }) {
  const { saved } = useSaved()
  const edit = useRecordForm<Contact, ContactValues>({
    record: contact,
    schema: ContactForm,
    valuesOf,
    save: async (values, version) => {
      const body = { ...inputOf(values, edit.record), version }
      const next = await call(contacts.update, { params: { id: contact.id }, body }).catch(onPhone)
      saved(next, t('{name} was saved', { name: next.name }), backTo)
    },
  })
  const wording = useWording(edit.theirs?.tags ?? contact.tags)
  return (
    <RecordForm edit={edit} cancelTo={backTo} labels={contactLabels()} wording={wording}>
      <ContactFields form={edit.form} contact={edit.record} />
    </RecordForm>
  )
}

/** After saving: shows a notification and opens the record. */
function useSaved() {
  const client = useQueryClient()
  const navigate = useNavigate()
  return {
    saved: (contact: Contact, title: string, to = `/contacts/${contact.id}`) => {
      void invalidate(client, '/v1/contacts', '/v1/investors')
      client.setQueryData(query(contacts.get, { params: { id: contact.id } }).queryKey, contact)
      navigate(to)
      notify({ title })
    },
  }
}

/** Shows a taken number as an error of its field. */
function onPhone(error: unknown): never {
  if (error instanceof ApiError && error.code === 'phone_taken' && error.fields.length === 0) {
    const { name } = (error.current ?? {}) as { name?: string }
    error.fields.push({
      path: 'phone',
      code: error.code,
      message: name ? t('This number belongs to {name}', { name }) : error.detail,
    })
  }
  throw error
}
