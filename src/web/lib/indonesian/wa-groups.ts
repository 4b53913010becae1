// Indonesian: WhatsApp groups.
import type { Dictionary } from '../text.ts'

export const waGroups: Dictionary = {
  'All groups': 'Semua grup',
  'As of {when}': 'Per {when}',
  'Ask the phone again': 'Tanya ponsel lagi',
  'Asking the phone for its groups…': 'Menanyakan grup ke ponsel…',
  'At most {count} at once.': 'Maksimal {count} sekaligus.',
  'Choose from the groups that a connected phone is in. You see which members are your contacts, and which investors are missing.':
    'Pilih dari grup yang diikuti ponsel yang terhubung. Anda melihat anggota mana yang merupakan kontak Anda, dan investor mana yang belum ada.',
  'Deleting it here changes nothing in WhatsApp.': 'Menghapusnya di sini tidak mengubah apa pun di WhatsApp.',
  'Groups come from a phone. Add a session and scan its code first.':
    'Grup berasal dari ponsel. Tambahkan sesi dan pindai kodenya dahulu.',
  'Groups of {session}': 'Grup dari {session}',
  'Import groups': 'Impor grup',
  'Import {count} groups#other': 'Impor {count} grup',
  Imported: 'Diimpor',
  'It is not connected: these are the groups as they were then.':
    'Sesi ini tidak terhubung: inilah grup sebagaimana adanya saat itu.',
  'Its WhatsApp session was removed. Broadcasts leave it out.':
    'Sesi WhatsApp-nya sudah dihapus. Siaran tidak menyertakannya.',
  'Its groups come here by themselves once it is connected.':
    'Grupnya muncul di sini dengan sendirinya setelah terhubung.',
  'Look whether it is switched on and online. Kabar goes on asking: the groups come here by themselves.':
    'Periksa apakah ponsel menyala dan daring. Kabar terus menanyakan: grupnya muncul di sini dengan sendirinya.',
  'Known contacts': 'Kontak dikenal',
  Left: 'Sudah keluar',
  'May post': 'Boleh mengirim',
  'Missing investors': 'Investor yang belum ada',
  'No group is named like that': 'Tidak ada grup dengan nama seperti itu',
  'No group is ticked.': 'Belum ada grup yang dicentang.',
  'No groups yet': 'Belum ada grup',
  'No investor is missing.': 'Semua investor sudah ada.',
  'None of their contacts is in the group.': 'Tidak satu pun kontak mereka ada di grup ini.',
  'Not a contact': 'Bukan kontak',
  'Number not told': 'Nomor tidak diberitahukan',
  'Once it is in one, the group is here.': 'Setelah masuk ke sebuah grup, grup itu tampil di sini.',
  'Only admins may write in this group, and the phone is none. Broadcasts leave it out.':
    'Hanya admin yang boleh menulis di grup ini, dan ponsel ini bukan admin. Siaran tidak menyertakannya.',
  'Only admins post': 'Hanya admin',
  'Search groups': 'Cari grup',
  'Scan it with the phone whose groups you want. They come here by themselves.':
    'Pindai dengan ponsel yang grupnya Anda inginkan. Grupnya muncul di sini dengan sendirinya.',
  'Session removed': 'Sesi dihapus',
  'Show the code': 'Tampilkan kodenya',
  Simulator: 'Simulator',
  'Start it: once it is connected, its groups come here by themselves.':
    'Mulai sesi ini: setelah terhubung, grupnya muncul di sini dengan sendirinya.',
  'The code of “{name}” waits to be scanned': 'Kode “{name}” menunggu dipindai',
  'The groups could not be imported': 'Grup tidak dapat diimpor',
  'The phone has not told its groups yet': 'Ponsel belum memberitahukan grupnya',
  'The phone is not in this group any more. Broadcasts leave it out.':
    'Ponsel ini sudah tidak ada di grup ini. Siaran tidak menyertakannya.',
  'This group is not here': 'Grup ini tidak ada di sini',
  'This phone is in no group': 'Ponsel ini tidak mengikuti grup apa pun',
  'Through {session}': 'Melalui {session}',
  'Tick the groups of a phone that you want to see here and write to.':
    'Centang grup dari ponsel yang ingin Anda lihat di sini dan kirimi pesan.',
  'WA group': 'Grup WA',
  'WhatsApp asks to wait before it is asked again. Try again in a few minutes.':
    'WhatsApp meminta jeda sebelum ditanyai lagi. Coba lagi beberapa menit lagi.',
  'WhatsApp did not answer the last time it was asked. Try again.':
    'WhatsApp tidak menjawab saat terakhir ditanyai. Coba lagi.',
  'WhatsApp did not tell the groups': 'WhatsApp tidak memberitahukan grupnya',
  'WhatsApp does not tell who is in it.': 'WhatsApp tidak memberitahukan siapa anggotanya.',
  'What to show': 'Yang ditampilkan',
  'With many groups this takes a few seconds.': 'Bila grupnya banyak, ini perlu beberapa detik.',
  'as of {when}': 'per {when}',
  '{count} groups are ticked.#other': '{count} grup dicentang.',
  '{count} groups were imported#other': '{count} grup diimpor',
  '{count} members#other': '{count} anggota',
  '{count} of them contacts#other': '{count} di antaranya kontak',
  'none of them a contact': 'tidak satu pun kontak',
  '“{name}” is being connected…': '“{name}” sedang dihubungkan…',
  '“{name}” is not connected': '“{name}” tidak terhubung',
}
