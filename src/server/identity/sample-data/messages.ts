// Messages of the sample data: templates, groups, two broadcasts with the outcome of each message, and replies.
import type { RecipientStatus } from '../../../contract/broadcasts.ts'

export const templates = [
  {
    key: 'update',
    name: 'Quarterly update',
    language: 'en',
    body: `Dear {{ contact.preferred_name | default: contact.name }},

*Our quarter in three lines*
• Villa Canggu: the roof is on, handover in spring.
• Lombok Solar: first 1.2 MW feed the grid.
• Kopi Kita: 31 shops, two more in Bandung.

Figures and photos follow by mail. Questions? Just answer here.

{{ organization.name | default: "Your syndicate" }}`,
  },
  {
    key: 'call',
    name: 'Capital call',
    language: 'en',
    body: `Dear {{ contact.preferred_name | default: contact.name }},

for *{{ investment.offering }}* the next {{ investment.next_due_amount | money }} of {{ investor.name }} are due on *{{ investment.next_due_on | date: "%-d %B" }}*.

Outstanding in all: {{ investment.outstanding | money }}. Our bank details are unchanged.`,
  },
  {
    key: 'visit',
    name: 'Undangan kunjungan lokasi',
    language: 'id',
    body: `Halo {{ contact.preferred_name | default: contact.name }},

Kami mengundang Anda melihat kemajuan *Villa Canggu* hari Sabtu pukul 10.00 WITA. Balas pesan ini kalau bisa hadir, ya.`,
  },
  {
    key: 'paid',
    name: 'Distribution paid',
    language: 'en',
    body: `Dear {{ contact.preferred_name | default: contact.name }},

your share of this quarter was paid today. Received so far: {{ investor.distributed | money }}.`,
  },
] as const

/** Members chosen by hand, by rules, or both. */
export const groups = [
  { key: 'agreed', name: 'Everybody who agreed', about: 'consent', contacts: [] },
  { key: 'villa', name: 'Villa Canggu investors', about: 'offering', contacts: [] },
  { key: 'angels', name: 'Angel circle', about: 'tag', contacts: ['siti', 'grace', 'weiling', 'chidi'] },
] as const

/** Outcome of a message; of a reply its text, and whether it was handled. */
export interface SampleOutcome {
  status: Extract<RecipientStatus, 'read' | 'delivered' | 'sent' | 'failed' | 'skipped'>
  reason?: string
  reply?: { text: string; answer?: string; is_handled: boolean }
}

const read: SampleOutcome = { status: 'read' }
const delivered: SampleOutcome = { status: 'delivered' }
const replied = (text: string, answer?: string): SampleOutcome => ({
  status: 'read',
  reply: { text, is_handled: answer !== undefined, ...(answer ? { answer } : {}) },
})

export const broadcasts: readonly {
  key: string
  name: string
  template: string
  group: string
  /** Days ago, and the local time in the organization's time zone. */
  at: [ago: number, clock: string]
  outcomes: Record<string, SampleOutcome>
}[] = [
  {
    key: 'quarter',
    name: 'Quarterly update',
    template: 'update',
    group: 'agreed',
    at: [3, '09:30'],
    outcomes: {
      budi: replied('Terima kasih kabarnya. Kapan saya bisa lihat lokasi?'),
      siti: read,
      made: read,
      putri: read,
      dewi: read,
      hendra: replied('Noted. We transfer on Friday.', 'Thank you, Pak Hendra. We confirm as soon as it is here.'),
      ratna: read,
      yoga: read,
      bambang: read,
      rahul: replied('Great progress! I would like to raise my ticket. Can we talk tomorrow?'),
      priya: delivered,
      fatima: replied('Please send the new payment schedule to Omar as well.'),
      omar: read,
      joao: delivered,
      amina: { status: 'sent' },
      chidi: read,
      kenji: { status: 'failed', reason: 'not_on_whatsapp' },
      grace: replied('Asante sana!', ''),
      sophie: delivered,
      weiling: replied('👍', ''),
      daniel: read,
      claire: delivered,
      james: { status: 'failed', reason: 'unconfirmed' },
      emily: { status: 'skipped', reason: 'opted_out' },
      marco: { status: 'skipped', reason: 'do_not_contact' },
    },
  },
  {
    key: 'visit',
    name: 'Kunjungan lokasi Villa Canggu',
    template: 'visit',
    group: 'villa',
    at: [34, '10:00'],
    outcomes: {
      budi: replied('Siap, saya datang berdua.', 'Baik Pak, sampai jumpa hari Sabtu.'),
      made: replied('Hadir.', ''),
      dewi: read,
      hendra: read,
      fatima: delivered,
      putri: read,
      agus: read,
    },
  },
]

export const tags = [
  { key: 'vip', name: 'VIP', color: 'amber' },
  { key: 'angel', name: 'Angel circle', color: 'violet' },
  { key: 'property', name: 'Property', color: 'teal' },
  { key: 'impact', name: 'Impact', color: 'green' },
  { key: 'finance', name: 'Finance desk', color: 'blue' },
  { key: 'priority', name: 'Priority', color: 'red' },
] as const

/** On an investor, a contact, or an investment (`investor/offering`). */
export const notes = [
  {
    on: ['investor', 'wijaya'],
    ago: 9,
    is_pinned: true,
    body: '**Call only Hendra.** Ratna sends the money, Hendra decides.',
  },
  {
    on: ['investor', 'wijaya'],
    ago: 38,
    is_pinned: false,
    body: 'Signed for Villa Canggu. Asked for a seat at the site visits.',
  },
  {
    on: ['investor', 'haddad'],
    ago: 3,
    is_pinned: false,
    body: 'Meeting in Dubai: interested in Villa Canggu too, up to IDR 1.25 billion. Waits for the legal opinion.',
  },
  {
    on: ['investor', 'budi'],
    ago: 5,
    is_pinned: false,
    body: 'Happy with the last distribution. Wants to bring his brother to the next visit.',
  },
  {
    on: ['contact', 'ratna'],
    ago: 60,
    is_pinned: false,
    body: 'Reachable from 9 to 11 in the morning. Needs every call as a PDF.',
  },
  {
    on: ['investment', 'sumber/villa'],
    ago: 4,
    is_pinned: true,
    body: 'The last call is late: their bank asked for the contract again. Sent it on.',
  },
  {
    on: ['investment', 'thames/fund'],
    ago: 8,
    is_pinned: false,
    body: 'Due diligence: data room opened, questions until the end of the month.',
  },
] as const
