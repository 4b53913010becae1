// A recipient's number as people write it.
import { phoneText } from '../../../records/contacts/service.ts'

/** Null for a group. */
export const numberText = (address: string) => (address.startsWith('+') ? phoneText(address) : null)
