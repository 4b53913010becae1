// Indonesian: writing templates, their variables and filters, and what the server says of them.
import type { Dictionary } from '../text.ts'

export const templates: Dictionary = {
  // The editor
  'All {count} contacts would get it.#other': 'Semua {count} kontak akan menerimanya.',
  'Amounts and days are written in the contact’s language; for contacts without one, in this.':
    'Jumlah dan tanggal ditulis dalam bahasa kontak; jika bahasanya tidak diisi, dalam bahasa ini.',
  'Bulleted list': 'Daftar berbutir',
  'Changed {when}': 'Diubah {when}',
  'Changed {when} by {who}': 'Diubah {when} oleh {who}',
  'Check again': 'Periksa lagi',
  'Check all contacts': 'Periksa semua kontak',
  'Ctrl+Shift+{key}': 'Ctrl+Shift+{key}',
  'Ctrl+{key}': 'Ctrl+{key}',
  English: 'Inggris',
  'Investment: {name}': 'Investasi: {name}',
  'Investor: {name}': 'Investor: {name}',
  'Looks for contacts who lack something that the message says. They would be left out, not written to with a gap.':
    'Mencari kontak yang datanya belum lengkap untuk pesan ini. Kontak itu dilewati agar tidak menerima pesan dengan bagian kosong.',
  'Numbered list': 'Daftar bernomor',
  'Looking at the contacts': 'Memeriksa kontak',
  '{checked} of {total} contacts looked at': '{checked} dari {total} kontak diperiksa',
  Quote: 'Kutipan',
  'The message was changed since.': 'Pesan sudah diubah setelah pemeriksaan.',
  'There is no contact with a number who may be written to yet.':
    'Belum ada kontak bernomor yang boleh dikirimi pesan.',
  'Who would get it': 'Penerima pesan',
  'and {count} more': 'dan {count} lainnya',
  '{count} characters#other': '{count} karakter',
  '{format} ({keys})': '{format} ({keys})',
  '{ready} of {total} contacts would get it.': '{ready} dari {total} kontak akan menerimanya.',

  // Variables
  'Conditions and lists': 'Syarat dan daftar',
  'Every investment, one to a line': 'Semua investasi, satu per baris',
  'Interest rate': 'Suku bunga',
  Maturity: 'Jatuh tempo akhir',
  'Next amount due': 'Jumlah jatuh tempo berikutnya',
  'No variable is named like that': 'Tidak ada variabel yang cocok',
  'Only if something is outstanding': 'Hanya jika masih ada yang belum disetor',
  'Only if there is a value': 'Hanya jika ada isinya',
  Ownership: 'Kepemilikan',
  'Percent committed': 'Persentase komitmen',
  'Percent funded': 'Persentase disetor',
  'Search variables': 'Cari variabel',
  Variables: 'Variabel',
  '{subject}: {variable}': '{subject}: {variable}',

  // Filters
  'A day, in the contact’s language. %-d is the day, %B the month in words, %Y the year.':
    'Tanggal, dalam bahasa kontak. %-d adalah hari, %B nama bulan, %Y tahun.',
  'A filter stands behind a variable and changes how it is written.':
    'Filter ditulis setelah variabel dan mengubah format hasilnya.',
  'A number with the sign for percent.': 'Angka dengan tanda persen.',
  'A number, grouped as the contact’s language does it.': 'Angka dengan pemisah ribuan menurut bahasa kontak.',
  'All in capital letters.': 'Semua huruf besar.',
  'All in small letters.': 'Semua huruf kecil.',
  'An amount with its currency, in the contact’s language. Several currencies stand beside each other.':
    'Jumlah dengan mata uangnya, dalam bahasa kontak. Beberapa mata uang ditulis berdampingan.',
  'Another text in place of one.': 'Mengganti teks dengan teks lain.',
  'At most so many characters.': 'Membatasi jumlah karakter.',
  Filters: 'Filter',
  'Parts a text; first or last takes one of the parts.':
    'Memecah teks; first atau last mengambil salah satu bagiannya.',
  'Puts a text before it.': 'Menambahkan teks di depannya.',
  'Puts a text behind it.': 'Menambahkan teks di belakangnya.',
  'Takes a text out.': 'Menghapus bagian teks.',
  'Takes blanks from both ends.': 'Menghapus spasi di kedua ujung.',
  'Takes blanks from the beginning.': 'Menghapus spasi di awal.',
  'Takes blanks from the end.': 'Menghapus spasi di akhir.',
  'The first letter as a capital.': 'Huruf pertama menjadi huruf besar.',
  'The first part of a text that was split.': 'Bagian pertama dari teks yang dipecah.',
  'The last part of a text that was split.': 'Bagian terakhir dari teks yang dipecah.',
  'What stands there when there is no value: another variable, or words.':
    'Isi pengganti jika variabel kosong: variabel lain, atau teks.',
}

export const toldOfTemplates: Dictionary = {
  'A colon is missing after the name of the filter.': 'Tanda titik dua setelah nama filter belum ada.',
  'A loop runs over plain numbers, {% for i in (1..3) %}, or over the investments, {% for investment in investments %}.':
    'Perulangan hanya untuk angka biasa, {% for i in (1..3) %}, atau untuk investasi, {% for investment in investments %}.',
  'Of several investments one is taken after the other: {% for investment in investments %}…{% endfor %}.':
    'Jika ada beberapa investasi, tulis satu per satu: {% for investment in investments %}…{% endfor %}.',
  'Amounts in different currencies cannot be compared, only with 0.':
    'Jumlah dalam mata uang berbeda hanya dapat dibandingkan dengan 0.',
  '“{variable}” cannot be written with “{filter}”.': '“{variable}” tidak dapat ditulis dengan “{filter}”.',
  'A day has no “{token}”. There are: {names}.': 'Tanggal tidak memiliki “{token}”. Yang ada: {names}.',
  'The day of today is “organization.today”.': 'Tanggal hari ini adalah “organization.today”.',
  'A part of the message comes out as nothing for this contact.': 'Sebagian pesan menjadi kosong untuk kontak ini.',
  'A template may have at most {count} variables, tags and filters.':
    'Templat dapat memuat maksimal {count} variabel, tag, dan filter.',
  'Another template has this name. Choose a different one.':
    'Nama ini sudah dipakai templat lain. Pilih nama yang berbeda.',
  'Loops may repeat at most {count} times in all.':
    'Perulangan dapat berjalan maksimal {count} kali secara keseluruhan.',
  'Somebody changed this template after you opened it.': 'Templat ini diubah oleh orang lain setelah Anda membukanya.',
  'Something here does not belong: a filter begins with “|”, a comparison is “==”.':
    'Ada bagian yang tidak pada tempatnya: filter diawali “|”, perbandingan ditulis “==”.',
  'Something is missing in “{tag}”, such as “|”.': 'Ada yang kurang pada “{tag}”, misalnya “|”.',
  'Something is missing in “{tag}”.': 'Ada yang kurang pada “{tag}”.',
  'Tags may stand at most {count} deep in one another.': 'Tag dapat bertingkat maksimal {count} lapis.',
  'The message is empty for this contact.': 'Pesan ini kosong untuk kontak ini.',
  'The message is empty: write something.': 'Pesan masih kosong: tulis pesannya.',
  'The message may have at most {count} characters.': 'Pesan dapat memuat maksimal {count} karakter.',
  'The format of a date may have at most {count} characters.': 'Format tanggal dapat memuat maksimal {count} karakter.',
  'The template has too much to work out. Make it simpler.': 'Templat ini terlalu rumit untuk diproses. Sederhanakan.',
  'There is no filter “{name}”. There are: {names}.': 'Tidak ada filter “{name}”. Yang ada: {names}.',
  'There is no tag “{name}”. There are: {names}.': 'Tidak ada tag “{name}”. Yang ada: {names}.',
  'There is no variable “{name}”.{hint}': 'Tidak ada variabel “{name}”.{hint}',
  ' Did you mean “{other}”?': ' Maksud Anda “{other}”?',
  'Line {line}, column {column}: {message}': 'Baris {line}, kolom {column}: {message}',
  'There is nothing between the braces.': 'Tanda kurung kurawal ini kosong.',
  'This cannot be read: {text}.': 'Bagian ini tidak dapat dibaca: {text}.',
  'This template cannot be read. Make it simpler.': 'Templat ini tidak dapat dibaca. Sederhanakan.',
  'Too much is repeated here: shorten the loop or what is in it.':
    'Terlalu banyak pengulangan: persingkat perulangan atau isinya.',
  '{tag} has no end.': '{tag} tidak memiliki penutup.',
  '{text} is not a variable.': '{text} bukan variabel.',
  '“{tag}” closes what was never opened.': '“{tag}” menutup tag yang tidak pernah dibuka.',
  '“{tag}” is not closed: braces or quotes are missing.':
    '“{tag}” tidak ditutup: tanda kurung kurawal atau kutip kurang.',
  '“{tag}” stands here without its beginning.': '“{tag}” tidak memiliki pembuka.',
}
