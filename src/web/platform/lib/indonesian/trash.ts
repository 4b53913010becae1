// Indonesian: the trash.
import type { Dictionary } from '../text.ts'

export const trash: Dictionary = {
  'Search the trash': 'Cari di tempat sampah',
  'All kinds': 'Semua jenis',
  'Try another name or kind.': 'Coba nama atau jenis lain.',
  'The trash is empty': 'Tempat sampah kosong',
  'What you or your team delete can be restored from here for {days} days.':
    'Data yang dihapus oleh Anda atau tim Anda dapat dipulihkan dari sini selama {days} hari.',
  'Kept until': 'Disimpan s.d.',
  'by {name}': 'oleh {name}',
  'More about {name}': 'Lainnya tentang {name}',
  'Delete for good…': 'Hapus permanen…',
  'Delete for good': 'Hapus permanen',
  'Delete {name} for good?': 'Hapus {name} secara permanen?',
  '{name} was deleted for good': '{name} dihapus secara permanen',
  'This cannot be undone.': 'Tindakan ini tidak dapat diurungkan.',
  'Its notes go too. Messages sent to this number stay. This cannot be undone.':
    'Catatannya ikut dihapus. Pesan yang terkirim ke nomor ini tetap ada. Tindakan ini tidak dapat diurungkan.',
  'Its notes and deleted investments go too. Figures of past days stay as they are. This cannot be undone.':
    'Catatan dan investasinya yang terhapus ikut dihapus. Angka hari-hari yang lalu tidak berubah. Tindakan ini tidak dapat diurungkan.',
  'Its transactions and notes go too. This cannot be undone.':
    'Transaksi dan catatannya ikut dihapus. Tindakan ini tidak dapat diurungkan.',
  'Figures of past days stay as they are. This cannot be undone.':
    'Angka hari-hari yang lalu tidak berubah. Tindakan ini tidak dapat diurungkan.',
  'Messages that were sent stay in the history of each contact. This cannot be undone.':
    'Pesan yang sudah terkirim tetap ada di riwayat setiap kontak. Tindakan ini tidak dapat diurungkan.',
  'Your phone still lists it, so it can be imported again.':
    'Ponsel Anda masih memuat grup ini, sehingga dapat diimpor lagi.',
  'Nothing deleted matches': 'Tidak ada data terhapus yang cocok',
  Transaction: 'Transaksi',
  'Broadcast group': 'Grup siaran',
  'WhatsApp group': 'Grup WhatsApp',
  Restore: 'Pulihkan',
  'Restore {name}': 'Pulihkan {name}',
  '{name} was restored': '{name} dipulihkan',
  '{name} could not be restored': '{name} tidak dapat dipulihkan',
  'Open the trash': 'Buka tempat sampah',
  'Deleted records of your organization: who deleted them and when. They can be restored.':
    'Data organisasi Anda yang dihapus: siapa yang menghapus dan kapan. Data ini dapat dipulihkan.',
}
