// Indonesian: investors, their contacts and what they look for.
import type { Dictionary } from '../text.ts'

export const investors: Dictionary = {
  'Search investors': 'Cari investor',
  'Add investor': 'Tambah investor',
  'Edit investor': 'Ubah investor',
  'No investors yet': 'Belum ada investor',
  'The people and entities whose money it is. An individual comes with a contact, so that you can write to them.':
    'Orang dan badan pemilik dananya. Investor perorangan langsung punya kontak, sehingga dapat Anda kirimi pesan.',
  'No investor matches': 'Tidak ada investor yang cocok',
  'Search looks at names, codes, e-mail addresses and cities.': 'Pencarian melihat nama, kode, alamat email, dan kota.',
  'This investor is not here': 'Investor ini tidak ada di sini',
  'Back to Investors': 'Kembali ke Investor',

  Relationship: 'Hubungan',
  Past: 'Pernah',
  Archived: 'Diarsipkan',
  Archive: 'Arsipkan',
  archived: 'diarsipkan',
  'not archived': 'tidak diarsipkan',
  'Bring back from the archive': 'Keluarkan dari arsip',
  '{name} was archived': '{name} diarsipkan',
  '{name} is back from the archive': '{name} dikeluarkan dari arsip',
  'Archived: not offered for new investments any more, and still in all totals.':
    'Diarsipkan: tidak ditawarkan lagi untuk investasi baru, tetapi tetap dihitung dalam semua total.',
  More: 'Lainnya',
  '{name} could not be changed': '{name} tidak dapat diubah',

  Type: 'Jenis',
  Code: 'Kode',
  City: 'Kota',
  Website: 'Situs web',
  'Preferred stage': 'Tahap yang diminati',
  'Preferred stages': 'Tahap yang diminati',
  'Preferred currency': 'Mata uang yang diminati',
  'Largest ticket': 'Nilai terbesar',
  'Follow-up': 'Tindak lanjut',
  'Next follow-up': 'Tindak lanjut berikutnya',
  'due today or before': 'jatuh hari ini atau sebelumnya',
  Today: 'Hari ini',
  'Do not contact': 'Jangan dihubungi',
  'Last message': 'Pesan terakhir',
  'None yet': 'Belum ada',
  Yes: 'Ya',
  No: 'Tidak',

  Where: 'Alamat',
  'E-mail, website, country, city, code': 'Email, situs web, negara, kota, kode',
  'Your own number for them.': 'Nomor Anda sendiri untuk investor ini.',
  'What they look for': 'Yang mereka cari',
  'Stages, currency, size of a ticket': 'Tahap, mata uang, nilai investasi',
  'Looking after them': 'Penanganan',
  'Owner, next follow-up, source, do not contact':
    'Penanggung jawab, tindak lanjut berikutnya, sumber, jangan dihubungi',
  'A friend, an event, the website': 'Seorang teman, sebuah acara, situs web',
  'Their contacts count as not reachable, whatever they agreed to.':
    'Kontaknya dianggap tidak dapat dihubungi, apa pun persetujuan mereka.',
  'Tags and notes': 'Tag dan catatan',
  'What else to know': 'Hal lain yang perlu diketahui',
  'Contact person': 'Narahubung',
  'Somebody who is among your contacts. New ones are added on the investor’s page.':
    'Seseorang yang sudah ada di kontak Anda. Kontak baru ditambahkan di halaman investornya.',
  'It is the same person': 'Ini orang yang sama',
  'Use another number': 'Pakai nomor lain',
  'Who and where': 'Siapa dan di mana',
  'About them': 'Tentang investor ini',

  'No contact': 'Tanpa kontak',
  Reachable: 'Dapat dihubungi',
  'Reachable on WhatsApp': 'Dapat dihubungi lewat WhatsApp',
  'Nobody can be written to yet. Add who speaks for this investor.':
    'Belum ada yang dapat dikirimi pesan. Tambahkan siapa yang mewakili investor ini.',
  'Add a contact of {investor}': 'Tambah kontak {investor}',
  Who: 'Siapa',
  Role: 'Peran',
  'Somebody new': 'Orang baru',
  'From your contacts': 'Dari kontak Anda',
  'Take this contact': 'Pakai kontak ini',
  'This contact is one of the investor’s already': 'Kontak ini sudah menjadi kontak investor tersebut',
  'What to do with {name}': 'Tindakan untuk {name}',
  'Make the main contact': 'Jadikan kontak utama',
  'Remove from this investor': 'Lepas dari investor ini',
  '{name} speaks for {investor} no more': '{name} tidak lagi mewakili {investor}',
  '{name} could not be removed': '{name} tidak dapat dilepas',

  'By currency': 'Per mata uang',
  'In {currency} above, by the rates as of {day}; money that moved, by those of its own day.':
    'Di atas dalam {currency}, menurut kurs per {day}; dana yang sudah berpindah, menurut kurs harinya sendiri.',
  'No investments yet. Add the first as soon as {name} shows interest.':
    'Belum ada investasi. Tambahkan yang pertama begitu {name} menunjukkan minat.',
  'All {count} investments': 'Semua {count} investasi',
}
