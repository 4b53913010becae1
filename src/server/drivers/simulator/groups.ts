// The groups every simulated account is a member of.
import type { WaGroup } from '../driver.ts'

export const groups: readonly WaGroup[] = [
  { wa_id: '120363000000000001@g.us', name: 'Investor Villa Canggu', participants_count: 24, can_post: true },
  { wa_id: '120363000000000002@g.us', name: 'Kabar Proyek Ubud', participants_count: 57, can_post: true },
  { wa_id: '120363000000000003@g.us', name: 'Arisan Pemodal Jakarta Selatan', participants_count: 12, can_post: true },
  { wa_id: '120363000000000004@g.us', name: 'Pengumuman RUPS (hanya admin)', participants_count: 208, can_post: false },
]
