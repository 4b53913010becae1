// Indonesian: writing templates, their variables and filters, and the server's texts about them.
import type { Dictionary } from '../text.ts'

export const templates: Dictionary = {
  // The editor
  'All {count} contacts would get it.#other': 'Semua {count} kontak akan menerimanya.',
  'Formats amounts and dates for contacts without a language of their own.':
    'Format jumlah dan tanggal untuk kontak yang bahasanya tidak diisi.',
  'Bulleted list': 'Daftar berbutir',
  'Changed {when}': 'Diubah {when}',
  'Changed {when} by {who}': 'Diubah {when} oleh {who}',
  'Write the message first.': 'Tulis pesannya terlebih dahulu.',
  'Check again': 'Periksa lagi',
  'Check all contacts': 'Periksa semua kontak',
  'Ctrl+Shift+{key}': 'Ctrl+Shift+{key}',
  'Ctrl+{key}': 'Ctrl+{key}',
  English: 'Inggris',
  'Investment: {name}': 'Investasi: {name}',
  'Investor: {name}': 'Investor: {name}',
  'Finds contacts with missing values. They are skipped instead of getting an incomplete message.':
    'Mencari kontak yang datanya belum lengkap untuk pesan ini. Kontak itu dilewati agar tidak menerima pesan yang tidak lengkap.',
  'Numbered list': 'Daftar bernomor',
  'Checking contacts': 'Memeriksa kontak',
  '{checked} of {total} contacts checked': '{checked} dari {total} kontak diperiksa',
  Quote: 'Kutipan',
  'The message was changed after this check.': 'Pesan sudah diubah setelah pemeriksaan.',
  'There are no contacts with a number who can be messaged yet.':
    'Belum ada kontak bernomor yang boleh dikirimi pesan.',
  Recipients: 'Penerima',
  'and {count} more': 'dan {count} lainnya',
  '{count} characters#other': '{count} karakter',
  '{format} ({keys})': '{format} ({keys})',
  '{ready} of {total} contacts would get it.': '{ready} dari {total} kontak akan menerimanya.',

  // Chips
  Advanced: 'Lanjutan',
  'As it is': 'Apa adanya',
  'At “{place}”: {mistake}': 'Di “{place}”: {mistake}',
  'Do not send to this contact': 'Jangan kirim ke kontak ini',
  'End of condition': 'Akhir syarat',
  'End of list': 'Akhir daftar',
  'For each investment': 'Untuk setiap investasi',
  'For the first {count} investments': 'Untuk {count} investasi pertama',
  Format: 'Format',
  'If there is no value': 'Jika tidak ada isinya',
  'Only if {condition}': 'Hanya jika {condition}',
  'Only if {variable} has a value': 'Hanya jika {variable} terisi',
  Otherwise: 'Selain itu',
  Syntax: 'Sintaks',
  'Write instead': 'Tulis penggantinya',
  'Write the message. Type / to insert a variable.': 'Tulis pesan. Ketik / untuk menyisipkan variabel.',
  'such as “friend”': 'misalnya “Bapak/Ibu”',
  '{chip}. Enter opens its options, Backspace deletes it.': '{chip}. Enter membuka pilihannya, Backspace menghapusnya.',
  '{variable} or {fallback}': '{variable} atau {fallback}',
  '“{text}”': '“{text}”',

  // Variables
  'Conditions and lists': 'Syarat dan daftar',
  'All investments, one per line': 'Semua investasi, satu per baris',
  'Interest rate': 'Suku bunga',
  Maturity: 'Jatuh tempo akhir',
  'Next amount due': 'Jumlah jatuh tempo berikutnya',
  'Name of the team member': 'Nama anggota tim',
  'No variables match': 'Tidak ada variabel yang cocok',
  'Only if something is outstanding': 'Hanya jika masih ada yang belum disetor',
  'Only if there is a value': 'Hanya jika ada isinya',
  Ownership: 'Kepemilikan',
  'Percent committed': 'Persentase komitmen',
  'Percent funded': 'Persentase disetor',
  'Search variables': 'Cari variabel',
  Variables: 'Variabel',
  '{subject}: {variable}': '{subject}: {variable}',

  // Filters
  'Date in the contact’s language. %-d is the day, %B the month name, %Y the year.':
    'Tanggal, dalam bahasa kontak. %-d adalah hari, %B nama bulan, %Y tahun.',
  'Number with a percent sign.': 'Angka dengan tanda persen.',
  'Number with the digit grouping of the contact’s language.': 'Angka dengan pemisah ribuan menurut bahasa kontak.',
  'Converts to uppercase.': 'Mengubah semua huruf menjadi huruf besar.',
  'Converts to lowercase.': 'Mengubah semua huruf menjadi huruf kecil.',
  'Amount with its currency, or several, in the contact’s language.':
    'Jumlah dengan mata uangnya, atau beberapa jumlah, dalam bahasa kontak.',
  'Replaces a text with another.': 'Mengganti teks dengan teks lain.',
  'Limits the number of characters.': 'Membatasi jumlah karakter.',
  'Splits a text; first or last takes one of the parts.':
    'Memecah teks; first atau last mengambil salah satu bagiannya.',
  'Adds a text before it.': 'Menambahkan teks di depannya.',
  'Adds a text after it.': 'Menambahkan teks di belakangnya.',
  'Removes a text.': 'Menghapus bagian teks.',
  'Removes spaces at both ends.': 'Menghapus spasi di kedua ujung.',
  'Removes spaces at the beginning.': 'Menghapus spasi di awal.',
  'Removes spaces at the end.': 'Menghapus spasi di akhir.',
  'Capitalizes the first letter.': 'Mengubah huruf pertama menjadi huruf besar.',
  'The first part of a text that was split.': 'Bagian pertama dari teks yang dipecah.',
  'The last part of a text that was split.': 'Bagian terakhir dari teks yang dipecah.',
  'Fallback if there is no value: another variable, or text.':
    'Isi pengganti jika variabel kosong: variabel lain, atau teks.',
}
