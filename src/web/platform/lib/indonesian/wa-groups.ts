// Indonesian: WhatsApp groups.
import type { Dictionary } from '../text.ts'

export const waGroups: Dictionary = {
  'All groups': 'Semua grup',
  'Updated {when}': 'Diperbarui {when}',
  Refresh: 'Segarkan',
  'Loading groups from the phone…': 'Memuat grup dari ponsel…',
  'At most {count} at once.': 'Maksimal {count} sekaligus.',
  'Choose from the groups of a connected phone. You can see which members are your contacts and which investors are missing.':
    'Pilih dari grup yang diikuti ponsel yang terhubung. Anda dapat melihat anggota yang sudah menjadi kontak Anda, dan investor yang belum masuk grup.',
  'Deleting it here changes nothing in WhatsApp.': 'Penghapusan di sini tidak mengubah apa pun di WhatsApp.',
  'Groups come from a phone. Add a session and scan its code first.':
    'Grup dimuat dari ponsel. Tambahkan sesi dan pindai kodenya dahulu.',
  'Groups of {session}': 'Grup dari {session}',
  'Import groups': 'Impor grup',
  'Import {count} groups#other': 'Impor {count} grup',
  Imported: 'Diimpor',
  'This session is not connected: its groups may have changed.':
    'Sesi ini tidak terhubung: daftar grup mungkin sudah berubah.',
  'Its WhatsApp session was removed. Broadcasts skip this group.':
    'Sesi WhatsApp-nya sudah dihapus. Siaran melewati grup ini.',
  'Its groups appear here automatically once it is connected.':
    'Grup muncul di sini secara otomatis setelah sesi terhubung.',
  'Check that the phone is on and online. Kabar keeps trying: the groups appear here automatically.':
    'Pastikan ponsel menyala dan online. Kabar terus mencoba: grup muncul di sini secara otomatis.',
  'Known contacts': 'Kontak yang dikenal',
  Left: 'Sudah keluar',
  'May post': 'Boleh mengirim',
  'Missing investors': 'Investor belum bergabung',
  'No groups match': 'Tidak ada grup yang cocok',
  'No groups selected.': 'Belum ada grup yang dipilih.',
  'No groups yet': 'Belum ada grup',
  'No investor is missing.': 'Semua investor sudah bergabung.',
  'None of their contacts is in the group.': 'Belum ada kontak mereka yang bergabung dengan grup ini.',
  'Not a contact': 'Bukan kontak',

  'Groups appear here once the phone joins one.': 'Grup tampil di sini setelah ponsel bergabung dengan sebuah grup.',
  'Only admins can post in this group, and this account is not one. Broadcasts skip it.':
    'Hanya admin yang boleh mengirim di grup ini, dan akun ini bukan admin. Siaran melewati grup ini.',
  'Only admins post': 'Hanya admin',
  'Search groups': 'Cari grup',
  'Scan it with the phone whose groups you want to import. The groups appear here automatically.':
    'Pindai dengan ponsel yang grupnya ingin Anda impor. Grup muncul di sini secara otomatis.',
  'Session removed': 'Sesi dihapus',
  'Show the code': 'Tampilkan kode',
  Simulator: 'Simulator',
  'Connect the session: its groups then appear here automatically.':
    'Hubungkan sesi ini: grupnya lalu muncul di sini secara otomatis.',
  'The QR code of “{name}” is waiting to be scanned': 'Kode QR “{name}” menunggu dipindai',
  'The groups could not be imported': 'Grup tidak dapat diimpor',
  'Groups not loaded yet': 'Grup belum dimuat',
  'This account has left the group. Broadcasts skip it.': 'Akun ini sudah keluar dari grup. Siaran melewati grup ini.',
  'Group not found': 'Grup tidak ditemukan',
  'This phone is not in any groups': 'Ponsel ini belum bergabung dengan grup mana pun',
  'Through {session}': 'Melalui {session}',
  'Select the groups of a phone that you want to see and message here.':
    'Pilih grup dari ponsel yang ingin Anda lihat di sini dan kirimi pesan.',
  'WA group': 'Grup WA',
  'Groups could not be loaded': 'Grup tidak dapat dimuat',
  'WhatsApp does not show the members of this group.': 'WhatsApp tidak menampilkan anggota grup ini.',
  'With many groups this takes a few seconds.': 'Jika grupnya banyak, proses ini perlu beberapa detik.',
  'updated {when}': 'diperbarui {when}',
  '{count} groups selected.#other': '{count} grup dipilih.',
  '{count} groups were imported#other': '{count} grup diimpor',
  '{count} members#other': '{count} anggota',
  '{count} of them are contacts#other': '{count} di antaranya kontak',
  'none of them is a contact': 'tidak ada yang merupakan kontak',
  '“{name}” is being connected…': '“{name}” sedang dihubungkan…',
  '“{name}” is not connected': '“{name}” tidak terhubung',
  'Add {name} as a contact': 'Tambah {name} sebagai kontak',
}
