// The groups of every simulated account, their members, and who of them reads messages.
import type { WaGroup } from '../driver.ts'

export const groups: readonly WaGroup[] = [
  group('120363000000000001@g.us', 'Investor Villa Canggu', 24),
  group('120363000000000002@g.us', 'Kabar Proyek Ubud', 57),
  group('120363000000000003@g.us', 'Arisan Pemodal Jakarta Selatan', 12),
  { ...group('120363000000000004@g.us', 'Pengumuman RUPS (hanya admin)', 208), can_post: false },
]

/** Every third member does not read the group. */
export function receiptsIn(wa_id: string): { member: string; steps: ('delivered' | 'read')[] }[] {
  const members = groups.find((group) => group.wa_id === wa_id)?.members ?? []
  return members.map((member, index) => ({ member, steps: index % 3 === 2 ? ['delivered'] : ['delivered', 'read'] }))
}

/**
 * The first members have the numbers +62 812 5550 1001, 1002, …, the same in every group; the number of the last one is
 * hidden, as with privacy settings in WhatsApp.
 */
function group(wa_id: string, name: string, participants_count: number): WaGroup {
  const numbers = Array.from(
    { length: participants_count - 2 },
    (_, index) => `+62812555${String(1001 + index).padStart(5, '0')}`,
  )
  return { wa_id, name, participants_count, can_post: true, members: [...numbers, `${wa_id.slice(0, 18)}9@lid`] }
}
