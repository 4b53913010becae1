// Indonesian: bulk changes.
import type { bulkChanges as english } from '../english/bulk-changes.ts'
import type { Sentence } from '../sentence.ts'

export const bulkChanges: Record<keyof typeof english, Sentence> = {
  'bulk.needs_amount': 'Status ini memerlukan nilai komitmen. Isi dulu pada investasinya.',
  'bulk.needs_reason': 'Status ini memerlukan alasan. Isi dulu pada investasinya.',
  'bulk.too_many_tags': 'Tag-nya akan lebih dari {max, number}.',
  'bulk.no_contacts': 'Tidak memiliki kontak.',
  'bulk.excluded': 'Grup siaran mengecualikan kontak ini.',
  'bulk.custom_field_changed': 'Isian khusus atau salah satu pilihannya sudah diubah atau dihapus.',
  'bulk.changed_since': 'Sudah diubah sejak itu. Isinya dibiarkan seperti sekarang.',
  'bulk.failed': 'Tidak dapat diubah. Coba langsung pada datanya.',
  'bulk.nothing_selected': 'Tidak ada lagi data yang dipilih.',
  'bulk.list_changed':
    'Daftar sudah berubah sejak Anda memilihnya: kini {count, number} data yang cocok. Periksa, lalu pilih lagi.',
  'bulk.too_many': 'Maksimal {max, number} data dapat dipilih sekaligus. Persempit daftar dengan filter.',
  'bulk.no_room':
    'Terlalu banyak data diubah dalam {hours} jam terakhir. Urungkan satu perubahan massal, atau tunggu sampai yang terlama tidak dapat diurungkan lagi.',
  'bulk.undo_expired': 'Perubahan ini dibuat lebih dari {hours} jam yang lalu, sehingga tidak dapat diurungkan lagi.',
  'bulk.only_selected': 'Tidak ada yang diubah, jadi tidak ada yang perlu diurungkan.',
  'broadcast_group.gone': 'Grup siaran ini sudah tidak ada.',
  'broadcast_group.full':
    'Grup siaran berisi maksimal {max, number} kontak yang dipilih satu per satu. Untuk lebih banyak, gunakan aturan.',
}
