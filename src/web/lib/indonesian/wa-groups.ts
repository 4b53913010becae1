// Indonesian: WhatsApp groups.
import type { Dictionary } from '../text.ts'

export const waGroups: Dictionary = {
  'All groups': 'Semua grup',
  'As of {when}': 'Diperbarui {when}',
  'Ask the phone again': 'Segarkan',
  'Asking the phone for its groups…': 'Memuat grup dari ponsel…',
  'At most {count} at once.': 'Maksimal {count} sekaligus.',
  'Choose from the groups that a connected phone is in. You see which members are your contacts, and which investors are missing.':
    'Pilih dari grup yang diikuti ponsel yang terhubung. Anda dapat melihat anggota yang sudah menjadi kontak Anda, dan investor yang belum masuk grup.',
  'Deleting it here changes nothing in WhatsApp.': 'Penghapusan di sini tidak mengubah apa pun di WhatsApp.',
  'Groups come from a phone. Add a session and scan its code first.':
    'Grup dimuat dari ponsel. Tambahkan sesi dan pindai kodenya dahulu.',
  'Groups of {session}': 'Grup dari {session}',
  'Import groups': 'Impor grup',
  'Import {count} groups#other': 'Impor {count} grup',
  Imported: 'Diimpor',
  'It is not connected: these are the groups as they were then.':
    'Sesi ini tidak terhubung: daftar grup mungkin sudah berubah.',
  'Its WhatsApp session was removed. Broadcasts leave it out.':
    'Sesi WhatsApp-nya sudah dihapus. Siaran melewati grup ini.',
  'Its groups come here by themselves once it is connected.':
    'Grup muncul di sini secara otomatis setelah sesi terhubung.',
  'Look whether it is switched on and online. Kabar goes on asking: the groups come here by themselves.':
    'Pastikan ponsel menyala dan online. Kabar terus mencoba: grup muncul di sini secara otomatis.',
  'Known contacts': 'Kontak yang dikenal',
  Left: 'Sudah keluar',
  'May post': 'Boleh mengirim',
  'Missing investors': 'Investor belum bergabung',
  'No group is named like that': 'Tidak ada grup yang cocok',
  'No group is ticked.': 'Belum ada grup yang dipilih.',
  'No groups yet': 'Belum ada grup',
  'No investor is missing.': 'Semua investor sudah bergabung.',
  'None of their contacts is in the group.': 'Belum ada kontak mereka yang bergabung dengan grup ini.',
  'Not a contact': 'Bukan kontak',
  'Number not told': 'Nomor tersembunyi',
  'Once it is in one, the group is here.': 'Grup tampil di sini setelah ponsel bergabung dengan sebuah grup.',
  'Only admins may write in this group, and the phone is none. Broadcasts leave it out.':
    'Hanya admin yang boleh mengirim di grup ini, dan akun ini bukan admin. Siaran melewati grup ini.',
  'Only admins post': 'Hanya admin',
  'Search groups': 'Cari grup',
  'Scan it with the phone whose groups you want. They come here by themselves.':
    'Pindai dengan ponsel yang grupnya ingin Anda impor. Grup muncul di sini secara otomatis.',
  'Session removed': 'Sesi dihapus',
  'Show the code': 'Tampilkan kode',
  Simulator: 'Simulator',
  'Start it: once it is connected, its groups come here by themselves.':
    'Mulai sesi ini: setelah terhubung, grup muncul di sini secara otomatis.',
  'The code of “{name}” waits to be scanned': 'Kode QR “{name}” menunggu dipindai',
  'The groups could not be imported': 'Grup tidak dapat diimpor',
  'The phone has not told its groups yet': 'Grup belum dimuat',
  'The phone is not in this group any more. Broadcasts leave it out.':
    'Akun ini sudah keluar dari grup. Siaran melewati grup ini.',
  'This group is not here': 'Grup tidak ditemukan',
  'This phone is in no group': 'Ponsel ini belum bergabung dengan grup mana pun',
  'Through {session}': 'Melalui {session}',
  'Tick the groups of a phone that you want to see here and write to.':
    'Pilih grup dari ponsel yang ingin Anda lihat di sini dan kirimi pesan.',
  'WA group': 'Grup WA',
  'WhatsApp asks to wait before it is asked again. Try again in a few minutes.':
    'WhatsApp meminta jeda sebelum grup dimuat lagi. Coba lagi dalam beberapa menit.',
  'WhatsApp did not answer the last time it was asked. Try again.':
    'WhatsApp tidak menjawab permintaan terakhir. Coba lagi.',
  'WhatsApp did not tell the groups': 'Grup tidak dapat dimuat',
  'WhatsApp does not tell who is in it.': 'WhatsApp tidak menampilkan anggota grup ini.',
  'What to show': 'Yang ditampilkan',
  'With many groups this takes a few seconds.': 'Jika grupnya banyak, proses ini perlu beberapa detik.',
  'as of {when}': 'diperbarui {when}',
  '{count} groups are ticked.#other': '{count} grup dipilih.',
  '{count} groups were imported#other': '{count} grup diimpor',
  '{count} members#other': '{count} anggota',
  '{count} of them contacts#other': '{count} di antaranya kontak',
  'none of them a contact': 'tidak ada yang merupakan kontak',
  '“{name}” is being connected…': '“{name}” sedang dihubungkan…',
  '“{name}” is not connected': '“{name}” tidak terhubung',
}
