// Finds the contacts that a message about a record can go to. An investor's primary contact comes first.
import { useQuery } from '@tanstack/react-query'
import { investments } from '../../../contract/investments.ts'
import { investors } from '../../../contract/investors.ts'
import { query } from '../../api.ts'

/** A contact, or the investor or investment whose contacts can be chosen. */
export type MessageRecipient =
  | { contact: { id: string; name: string } }
  | { investor_id: string }
  | { investment_id: string }

interface Recipients {
  contacts: readonly { id: string; name: string }[] | undefined
  investor: { id: string; name: string } | undefined
  error: Error | null
  refetch: () => void
}

export function useRecipients(to: MessageRecipient): Recipients {
  const investment = useQuery({
    ...query(investments.get, { params: { id: 'investment_id' in to ? to.investment_id : '' } }),
    enabled: 'investment_id' in to,
  })
  const investorId = 'investor_id' in to ? to.investor_id : investment.data?.investor.id
  const investor = useQuery({
    ...query(investors.get, { params: { id: investorId ?? '' } }),
    enabled: investorId !== undefined,
  })
  return {
    contacts: 'contact' in to ? [to.contact] : investor.data && writable(investor.data.contacts),
    investor: investor.data,
    error: investment.error ?? investor.error,
    refetch: () => void (investment.error ? investment : investor).refetch(),
  }
}

/** The contacts with a phone number. If none has one, returns all, and the composer tells the user. */
function writable<C extends { phone: string | null }>(contacts: readonly C[]): readonly C[] {
  const reached = contacts.filter(({ phone }) => phone !== null)
  return reached.length > 0 ? reached : contacts
}
