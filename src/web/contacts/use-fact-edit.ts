// Saves a single field of a contact, with optimistic locking on the version shown.
import { useQueryClient } from '@tanstack/react-query'
import { type Contact, contacts } from '../../contract/contacts.ts'
import { ApiError, call, invalidate, query } from '../api.ts'
import type { FactEdit } from '../ui/inline-fact.tsx'
import { useWording } from './use-wording.ts'
import { type ContactValues, changeOf, valuesOf } from './values.ts'

export function useFactEdit(contact: Contact) {
  const client = useQueryClient()
  const wording = useWording(contact.tags)
  const values = valuesOf(contact)
  const { id } = contact
  const save: FactEdit['save'] = async (change, version = contact.version) => {
    try {
      const next = await call(contacts.update, { params: { id }, body: { ...changeOf(change), version } })
      client.setQueryData(query(contacts.get, { params: { id } }).queryKey, next)
      void invalidate(client, '/v1/contacts', '/v1/investors')
    } catch (error) {
      throw readable(error)
    }
  }
  return (name: keyof ContactValues, more: Partial<FactEdit> = {}): FactEdit => ({
    name,
    value: String(values[name]),
    wording: (value) => wording(name, name === 'tag_ids' ? value.split(',') : value),
    save,
    ...more,
  })
}

/** Renames the API's fields to those of the form. */
function readable(error: unknown) {
  if (!(error instanceof ApiError) || error.code !== 'version_conflict' || !error.current) return error
  const current = error.current as Contact
  return Object.assign(new Error(error.message), {
    code: error.code,
    current: { ...valuesOf(current), version: current.version },
  })
}
