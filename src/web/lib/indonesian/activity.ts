// Indonesian: the timelines of records.
import type { Dictionary } from '../text.ts'

export const activity: Dictionary = {
  Activity: 'Aktivitas',
  'Brought back': 'Dikembalikan',
  'Brought back from the archive': 'Dikembalikan dari arsip',
  Changed: 'Diubah',
  Changes: 'Perubahan',
  'Contact added': 'Kontak ditambahkan',
  'Contact added by the import of {file}': 'Kontak ditambahkan oleh impor {file}',
  Deleted: 'Dihapus',
  empty: 'kosong',
  Everything: 'Semua',
  'Investment added': 'Investasi ditambahkan',
  'Investment added by the import of {file}': 'Investasi ditambahkan oleh impor {file}',
  'Investor added': 'Investor ditambahkan',
  'Investor added by the import of {file}': 'Investor ditambahkan oleh impor {file}',
  to: 'menjadi',
  Reply: 'Balasan',
  'Nothing of that kind yet': 'Belum ada yang seperti itu',
  'Status and money': 'Status dan uang',
  'What to show': 'Yang ditampilkan',
  '{what} brought back': '{what} dikembalikan',
  '{what} changed': '{what} diubah',
  '{what} deleted': '{what} dihapus',
}
