// A recipient's number, formatted for people.
import { phoneText } from '../../../records/contacts/service.ts'

/** Null for groups, which have no number. */
export const numberText = (address: string) => (address.startsWith('+') ? phoneText(address) : null)
