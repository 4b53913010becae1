// Indonesian: the trash.
import type { Dictionary } from '../text.ts'

export const trash: Dictionary = {
  'Search the trash': 'Cari di tempat sampah',
  'All kinds': 'Semua jenis',
  'Try another name or kind.': 'Coba nama atau jenis lain.',
  'The trash is empty': 'Tempat sampah kosong',
  'What you or your team delete can be restored from here.':
    'Data yang dihapus oleh Anda atau tim Anda dapat dipulihkan dari sini.',
  'Nothing deleted matches': 'Tidak ada data terhapus yang cocok',
  Transaction: 'Transaksi',
  'Broadcast group': 'Grup siaran',
  Restore: 'Pulihkan',
  'Restore {name}': 'Pulihkan {name}',
  '{name} was restored': '{name} dipulihkan',
  '{name} could not be restored': '{name} tidak dapat dipulihkan',
  'Open the trash': 'Buka tempat sampah',
  'Deleted records of your organization: who deleted them and when. They can be restored.':
    'Data organisasi Anda yang dihapus: siapa yang menghapus dan kapan. Data ini dapat dipulihkan.',
}
