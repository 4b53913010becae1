// Indonesian: the timelines of records.
import type { Dictionary } from '../text.ts'

export const activity: Dictionary = {
  Activity: 'Aktivitas',
  Restored: 'Dipulihkan',
  Unarchived: 'Dikeluarkan dari arsip',
  Changed: 'Diubah',
  Changes: 'Perubahan',
  'Contact added': 'Kontak ditambahkan',
  'Contact added by the import of {file}': 'Kontak ditambahkan dari impor {file}',
  Deleted: 'Dihapus',
  empty: 'kosong',
  Everything: 'Semua',
  'Investment added': 'Investasi ditambahkan',
  'Investment added by the import of {file}': 'Investasi ditambahkan dari impor {file}',
  'Investor added': 'Investor ditambahkan',
  'Investor added by the import of {file}': 'Investor ditambahkan dari impor {file}',
  to: 'menjadi',
  Reply: 'Balasan',
  'No activity of this kind yet': 'Belum ada aktivitas jenis ini',
  'Status and transactions': 'Status dan transaksi',
  'Filter activity': 'Filter aktivitas',
  '{what} restored': '{what} dipulihkan',
  '{what} changed': '{what} diubah',
  '{what} deleted': '{what} dihapus',
}
