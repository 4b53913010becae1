// Indonesian: custom fields.
import type { Dictionary } from '../text.ts'

export const customFields: Dictionary = {
  'Custom field': 'Isian khusus',
  'Custom fields': 'Isian khusus',
  'own fields properties columns attributes': 'isian sendiri kolom tambahan atribut properti',
  'Your own fields. They have a place in forms, on pages, and in the history of each record.':
    'Isian Anda sendiri. Isian ini tampil di formulir, di halaman, dan di riwayat setiap data.',
  'Kinds of records': 'Jenis data',
  'Add field': 'Tambah isian',
  'Add field: {records}': 'Tambah isian: {records}',
  'Edit field': 'Ubah isian',
  'No custom fields yet': 'Belum ada isian khusus',
  'Add what your team notes about its records: a risk class, a tax number, a relationship manager.':
    'Tambahkan hal yang dicatat tim Anda tentang datanya: kelas risiko, NPWP, relationship manager.',
  'Delete “{name}”?': 'Hapus “{name}”?',
  'Records may have a value in this field. It is hidden, and gone after 30 days, when the field is deleted for good.':
    'Mungkin ada data yang mengisi isian ini. Isinya disembunyikan, dan hilang setelah 30 hari, saat isian dihapus permanen.',
  '{count} records have a value in this field. They are hidden, and gone after 30 days, when the field is deleted for good.#other':
    '{count} data mengisi isian ini. Isinya disembunyikan, dan hilang setelah 30 hari, saat isian dihapus permanen.',
  'No record has a value in this field.': 'Tidak ada data yang mengisi isian ini.',
  'It is used by:': 'Isian ini dipakai oleh:',
  'Until these are changed, the messages are not sent, broadcasts to the groups do not start, and the views show no records.':
    'Selama belum diubah, pesannya tidak dikirim, siaran ke grup tersebut tidak dimulai, dan tampilannya tidak memuat data.',
  '{count} of other members#other': '{count} milik anggota lain',

  // Types
  Text: 'Teks',
  Money: 'Uang',
  'Several choices': 'Beberapa pilihan',
  'Yes or no': 'Ya atau tidak',
  Link: 'Tautan',
  'The type of a field cannot be changed.': 'Jenis isian tidak dapat diubah.',
  'One line, up to 500 characters.': 'Satu baris, paling banyak 500 karakter.',
  'With up to 6 decimals.': 'Paling banyak 6 angka desimal.',
  'An amount with its currency.': 'Jumlah beserta mata uangnya.',
  'A day.': 'Sebuah tanggal.',
  'One of the choices that you list.': 'Salah satu pilihan yang Anda daftarkan.',
  'Any number of the choices that you list.': 'Satu atau beberapa pilihan yang Anda daftarkan.',
  'Yes, no, or not set.': 'Ya, tidak, atau kosong.',
  'A member of your team.': 'Seorang anggota tim Anda.',
  'A web address that begins with https:// or http://.': 'Alamat web yang diawali https:// atau http://.',

  // Lists
  '{field} filled in': '{field} terisi',
  '{field} from': '{field} dari',
  'No, empty': 'Tidak, kosong',
  '{field}: currency': '{field}: mata uang',
  '{field} up to': '{field} sampai',
  'chosen person': 'orang yang dipilih',

  // Choices
  Choice: 'Pilihan',
  Choices: 'Pilihan',
  'Add choice': 'Tambah pilihan',
  'Name of choice {nth}': 'Nama pilihan {nth}',
  'Color of choice {nth}': 'Warna pilihan {nth}',
  'Remove choice {nth}': 'Hapus pilihan {nth}',
  'Delete choices in use?': 'Hapus pilihan yang sedang dipakai?',
  '{count} records have a choice that you are deleting, and lose it. This cannot be undone.#other':
    '{count} data memakai pilihan yang Anda hapus, dan pilihan itu hilang dari data tersebut. Tindakan ini tidak dapat diurungkan.',
  'Delete and save': 'Hapus dan simpan',
}
