// Indonesian: writing templates, their variables and filters, and what the server says of them.
import type { Dictionary } from '../text.ts'

export const templates: Dictionary = {
  // The editor
  'All {count} contacts would get it.#other': 'Semua {count} kontak akan menerimanya.',
  'Formats amounts and dates for contacts without a language of their own.':
    'Format jumlah dan tanggal untuk kontak yang bahasanya tidak diisi.',
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

  // Variables
  'Conditions and lists': 'Syarat dan daftar',
  'All investments, one per line': 'Semua investasi, satu per baris',
  'Interest rate': 'Suku bunga',
  Maturity: 'Jatuh tempo akhir',
  'Next amount due': 'Jumlah jatuh tempo berikutnya',
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
  'A filter follows a variable and changes its format.':
    'Filter ditulis setelah variabel dan mengubah format hasilnya.',
  'Number with a percent sign.': 'Angka dengan tanda persen.',
  'Number with the digit grouping of the contact’s language.': 'Angka dengan pemisah ribuan menurut bahasa kontak.',
  'Converts to uppercase.': 'Semua huruf besar.',
  'Converts to lowercase.': 'Semua huruf kecil.',
  'Amount with its currency, in the contact’s language. Several currencies are listed.':
    'Jumlah dengan mata uangnya, dalam bahasa kontak. Beberapa mata uang ditulis berdampingan.',
  'Replaces a text with another.': 'Mengganti teks dengan teks lain.',
  'Limits the number of characters.': 'Membatasi jumlah karakter.',
  Filters: 'Filter',
  'Splits a text; first or last takes one of the parts.':
    'Memecah teks; first atau last mengambil salah satu bagiannya.',
  'Adds a text before it.': 'Menambahkan teks di depannya.',
  'Adds a text after it.': 'Menambahkan teks di belakangnya.',
  'Removes a text.': 'Menghapus bagian teks.',
  'Removes spaces at both ends.': 'Menghapus spasi di kedua ujung.',
  'Removes spaces at the beginning.': 'Menghapus spasi di awal.',
  'Removes spaces at the end.': 'Menghapus spasi di akhir.',
  'Capitalizes the first letter.': 'Huruf pertama menjadi huruf besar.',
  'The first part of a text that was split.': 'Bagian pertama dari teks yang dipecah.',
  'The last part of a text that was split.': 'Bagian terakhir dari teks yang dipecah.',
  'Fallback if there is no value: another variable, or text.':
    'Isi pengganti jika variabel kosong: variabel lain, atau teks.',
}

export const toldOfTemplates: Dictionary = {
  'A colon is missing after the name of the filter.': 'Tanda titik dua setelah nama filter belum ada.',
  'A loop can repeat over numbers, {% for i in (1..3) %}, or over the investments, {% for investment in investments %}.':
    'Perulangan hanya untuk angka biasa, {% for i in (1..3) %}, atau untuk investasi, {% for investment in investments %}.',
  'For several investments use a loop: {% for investment in investments %}…{% endfor %}.':
    'Jika ada beberapa investasi, tulis satu per satu: {% for investment in investments %}…{% endfor %}.',
  'Amounts in different currencies cannot be compared, only with 0.':
    'Jumlah dalam mata uang berbeda hanya dapat dibandingkan dengan 0.',
  '“{filter}” cannot be used with “{variable}”.': '“{variable}” tidak dapat ditulis dengan “{filter}”.',
  'Dates have no “{token}”. Available: {names}.': 'Tanggal tidak memiliki “{token}”. Yang ada: {names}.',
  'For today’s date use “organization.today”.': 'Tanggal hari ini adalah “organization.today”.',
  'A part of the message is empty for this contact.': 'Sebagian pesan menjadi kosong untuk kontak ini.',
  'A template may have at most {count} variables, tags and filters.':
    'Templat dapat memuat maksimal {count} variabel, tag, dan filter.',
  'Another template has this name. Choose a different one.':
    'Nama ini sudah dipakai templat lain. Pilih nama yang berbeda.',
  'Loops may repeat at most {count} times in total.':
    'Perulangan dapat berjalan maksimal {count} kali secara keseluruhan.',
  'Someone else changed this template after you opened it.':
    'Templat ini diubah oleh orang lain setelah Anda membukanya.',
  'Unexpected text: a filter begins with “|”, a comparison is “==”.':
    'Ada bagian yang tidak pada tempatnya: filter diawali “|”, perbandingan ditulis “==”.',
  'Something is missing in “{tag}”, such as “|”.': 'Ada yang kurang pada “{tag}”, misalnya “|”.',
  'Something is missing in “{tag}”.': 'Ada yang kurang pada “{tag}”.',
  'Tags may be nested at most {count} levels deep.': 'Tag dapat bertingkat maksimal {count} lapis.',
  'The message is empty for this contact.': 'Pesan ini kosong untuk kontak ini.',
  'The message is empty. Write something.': 'Pesan masih kosong: tulis pesannya.',
  'The message may have at most {count} characters.': 'Pesan dapat memuat maksimal {count} karakter.',
  'The format of a date may have at most {count} characters.': 'Format tanggal dapat memuat maksimal {count} karakter.',
  'The template is too complex. Simplify it.': 'Templat ini terlalu rumit untuk diproses. Sederhanakan.',
  'There is no filter “{name}”. Available: {names}.': 'Tidak ada filter “{name}”. Yang ada: {names}.',
  'There is no tag “{name}”. Available: {names}.': 'Tidak ada tag “{name}”. Yang ada: {names}.',
  'There is no variable “{name}”.{hint}': 'Tidak ada variabel “{name}”.{hint}',
  ' Did you mean “{other}”?': ' Maksud Anda “{other}”?',
  'Line {line}, column {column}: {message}': 'Baris {line}, kolom {column}: {message}',
  'There is nothing between the braces.': 'Tanda kurung kurawal ini kosong.',
  'Invalid expression: {text}.': 'Bagian ini tidak dapat dibaca: {text}.',
  'This template cannot be parsed. Simplify it.': 'Templat ini tidak dapat dibaca. Sederhanakan.',
  'Too many repetitions: shorten the loop or its content.':
    'Terlalu banyak pengulangan: persingkat perulangan atau isinya.',
  '{tag} has no closing tag.': '{tag} tidak memiliki penutup.',
  '{text} is not a variable.': '{text} bukan variabel.',
  '“{tag}” closes a tag that was never opened.': '“{tag}” menutup tag yang tidak pernah dibuka.',
  '“{tag}” is not closed: braces or quotes are missing.':
    '“{tag}” tidak ditutup: tanda kurung kurawal atau kutip kurang.',
  '“{tag}” has no opening tag.': '“{tag}” tidak memiliki pembuka.',
}
