// Indonesian: importing from files, and what the server says of rows.
import type { Dictionary } from '../text.ts'

export const imports: Dictionary = {
  'Your organization has {used} records and may have {limit}, so these rows do not fit. Import fewer rows, or ask whoever runs this installation for a higher limit.#other':
    'Organisasi Anda memiliki {used} catatan dari batas {limit}, sehingga baris ini tidak muat. Impor lebih sedikit baris, atau minta pengelola instalasi ini menaikkan batasnya.',
  'There is a header, but no row below it. Fill in some rows, then choose the file again.':
    'Ada judul kolom, tetapi tidak ada baris di bawahnya. Isi beberapa baris, lalu pilih lagi berkasnya.',
  'A long file takes a moment.': 'Berkas yang panjang perlu sebentar.',
  'The file is larger than 32 MB. Split it and import the parts one after the other.':
    'Berkas ini lebih besar dari 32 MB. Bagi, lalu impor bagiannya satu per satu.',
  'The file is empty. Choose a file with a header and one row for each.':
    'Berkas ini kosong. Pilih berkas dengan judul kolom dan satu baris untuk masing-masing.',
  'Amounts without currency are in': 'Jumlah tanpa mata uang dalam',
  'Choose which column is this: {fields}.': 'Pilih kolom mana yang berisi: {fields}.',
  'Contact: e-mail': 'Kontak: e-mail',
  'Contact: name': 'Kontak: nama',
  'Contact: phone': 'Kontak: telepon',
  'Contact: role': 'Kontak: peran',
  'Copy them in a spreadsheet, with their header line, and paste them here.':
    'Salin dari spreadsheet beserta baris judulnya, lalu tempel di sini.',
  'Create investors that are not there yet': 'Buat investor yang belum ada',
  'Create offerings that are not there yet': 'Buat penawaran yang belum ada',
  'Days are written': 'Tanggal ditulis',
  'Edit line {line}': 'Ubah baris {line}',
  'Import everything': 'Impor semua',
  'An archive of “Export everything”, into an organization without records.':
    'Arsip “Ekspor semua”, ke organisasi yang belum berisi data.',
  'The archive is being read. This may take a minute.': 'Arsip sedang dibaca. Ini mungkin perlu satu menit.',
  'Imported: {rows} rows. Files of messages, broadcasts already sent and WhatsApp sessions stay behind.':
    'Diimpor: {rows} baris. Berkas pesan, siaran yang sudah dikirim, dan sesi WhatsApp tidak ikut.',
  'Terms, kept in the notes': 'Ketentuan, disimpan dalam catatan',
  'Id in Kabar': 'Id di Kabar',
  'Last change': 'Perubahan terakhir',
  'Investment’s reference': 'Referensi investasi',
  'Investment’s id in Kabar': 'Id investasi di Kabar',
  'Import transactions': 'Impor transaksi',
  'What the file holds': 'Isi berkas',
  'Their transactions': 'Transaksinya',
  'Nothing is kept before you have seen it. Use a file as Kabar exports transactions; each row names its investment by reference.':
    'Tidak ada yang disimpan sebelum Anda melihatnya. Gunakan berkas seperti ekspor transaksi Kabar; tiap baris menyebut investasinya dengan referensi.',
  'Rows in which nothing differs are': 'Baris yang tidak berbeda sama sekali adalah',
  'Rows in which only a day, stage or payment differs are':
    'Baris yang hanya berbeda tanggal, tahap, atau pembayaran adalah',
  'Each its own': 'Masing-masing tersendiri',
  'One and the same': 'Satu dan sama',
  'Some rows look the same: choose one.': 'Beberapa baris tampak sama: pilih satu.',
  'May be the same': 'Mungkin sama',
  'Nothing differs': 'Tidak berbeda',
  'Line {line}: its own, or the same': 'Baris {line}: tersendiri, atau sama',
  'As chosen for all': 'Seperti pilihan untuk semua',
  'The answer could not be saved': 'Jawaban tidak dapat disimpan',
  'Excel (XLSX) or CSV, with a header line and one row for each.':
    'Excel (XLSX) atau CSV, dengan baris judul dan satu baris untuk masing-masing.',
  'Excel (XLSX), CSV or vCard, from a spreadsheet, a phone or an address book.':
    'Excel (XLSX), CSV, atau vCard, dari spreadsheet, ponsel, atau buku alamat.',
  'How the cells are read': 'Cara sel dibaca',
  'Import investments': 'Impor investasi',
  'Import investors': 'Impor investor',
  'Import {count} investors#other': 'Impor {count} investor',
  'Import {count} rows#other': 'Impor {count} baris',
  'Individual or entity': 'Perorangan atau badan',
  'Investor’s code': 'Kode investor',
  'Local phone numbers are of': 'Nomor telepon lokal dari negara',
  'Look at them': 'Lihat',
  'Not taken back': 'Tidak dikembalikan',
  'Nothing is kept before you have seen it. A number that exists already adds what is new to its contact.':
    'Tidak ada yang disimpan sebelum Anda melihatnya. Nomor yang sudah ada menambahkan hal baru pada kontaknya.',
  'Nothing is kept before you have seen it. An investor whose code or name exists already gets what is new.':
    'Tidak ada yang disimpan sebelum Anda melihatnya. Investor dengan kode atau nama yang sudah ada mendapat hal yang baru.',
  'Nothing is kept before you have seen it. Several rows with one reference are one investment with several transactions.':
    'Tidak ada yang disimpan sebelum Anda melihatnya. Beberapa baris dengan satu referensi adalah satu investasi dengan beberapa transaksi.',
  'Or paste cells': 'Atau tempel sel',
  'Pasted cells': 'Sel yang ditempel',
  Revert: 'Kembalikan',
  'Revert this import?': 'Kembalikan impor ini?',
  'Rows in error as a file': 'Baris yang salah sebagai berkas',
  'Save row': 'Simpan baris',
  'Show investments': 'Lihat investasi',
  'Show investors': 'Lihat investor',
  'The import could not be reverted': 'Impor tidak dapat dikembalikan',
  'The preview could not be made again': 'Pratinjau tidak dapat dibuat lagi',
  'The row could not be changed': 'Baris tidak dapat diubah',
  'Transaction: amount': 'Transaksi: jumlah',
  'Transaction: day': 'Transaksi: tanggal',
  'Transaction: kind': 'Transaksi: jenis',
  'Transaction: reference': 'Transaksi: referensi',
  'Type of investors without one': 'Tipe investor yang tidak disebutkan',
  'What it created is deleted, and what it filled in is emptied again. What somebody changed since stays, and you are told which.':
    'Yang dibuatnya dihapus, dan yang diisinya dikosongkan lagi. Yang sudah diubah orang sejak itu tetap ada, dan Anda diberi tahu yang mana.',
  '{count} columns are not imported#other': '{count} kolom tidak diimpor',
  '{count} rows could not be taken back: see why.#other': '{count} baris tidak dapat dikembalikan: lihat alasannya.',
  '{done} of {total} rows taken back#other': '{done} dari {total} baris dikembalikan',
  '{file}: taken back. Rows that are as before: {undone}.':
    '{file}: dikembalikan. Baris yang seperti semula: {undone}.',
  Sheet: 'Lembar',
  'To read another sheet, choose the file again.': 'Untuk membaca lembar lain, pilih berkasnya lagi.',
  'Earlier imports': 'Impor sebelumnya',
  'Not started': 'Belum dimulai',
  Running: 'Berjalan',
  Reverting: 'Sedang dikembalikan',
  Reverted: 'Dikembalikan',
  'Cancel import': 'Batalkan impor',
  'Continue import': 'Lanjutkan impor',
  'The import could not be cancelled': 'Impor tidak dapat dibatalkan',
  'The import could not be continued': 'Impor tidak dapat dilanjutkan',
  '{file}: cancelled after {done} of {total} rows.#other': '{file}: dibatalkan setelah {done} dari {total} baris.',
  '{count} new': '{count} baru',
  '{count} updated': '{count} diperbarui',
  '{count} skipped': '{count} dilewati',
  '{count} in error': '{count} salah',
  'This import is not here': 'Impor ini tidak ada di sini',
  'This sheet could not be read': 'Lembar ini tidak dapat dibaca',
}

export const toldOfImports: Dictionary = {
  'A quote opens in row {row} and is never closed. Close it or remove it, then choose the file again.':
    'Tanda kutip dibuka di baris {row} dan tidak pernah ditutup. Tutup atau hapus, lalu pilih lagi berkasnya.',
  'Adds {fields} to {name}.': 'Menambahkan {fields} pada {name}.',
  'Choose a file.': 'Pilih berkas.',
  'Kabar could not save one of the rows. What was imported until then is kept; import the file again for the rest.':
    'Kabar tidak dapat menyimpan salah satu baris. Yang sudah diimpor tetap disimpan; impor lagi berkasnya untuk sisanya.',
  'No name in the file: it is called “{name}” for now.':
    'Tidak ada nama dalam berkas: untuk sementara disebut “{name}”.',
  'No name, no phone number and no e-mail address.': 'Tidak ada nama, nomor telepon, maupun alamat e-mail.',
  'No phone number and no e-mail address.': 'Tidak ada nomor telepon maupun alamat e-mail.',
  'Send the file as multipart/form-data, in a part named “file”.':
    'Kirim berkas sebagai multipart/form-data, dalam bagian bernama “file”.',
  'The file has more than {count} columns. Keep those with names, numbers and addresses.':
    'Berkas ini memiliki lebih dari {count} kolom. Sisakan kolom nama, nomor, dan alamat.',
  'The file has more than {count} rows. Split it and import the parts one after the other.':
    'Berkas ini memiliki lebih dari {count} baris. Bagi, lalu impor bagiannya satu per satu.',
  'The upload broke off. Send the file again.': 'Unggahan terputus. Kirim berkasnya lagi.',
  'The file is larger than 32 MB. Split it and import the parts one after the other.':
    'Berkas ini lebih besar dari 32 MB. Bagi, lalu impor bagiannya satu per satu.',
  'The file stops being a table in row {row}. Mend that row, then choose the file again.':
    'Mulai baris {row} berkas ini bukan lagi tabel. Perbaiki baris itu, lalu pilih lagi berkasnya.',
  'The file has more than {count} million characters of text. Keep the columns that are needed, or split it.':
    'Berkas ini memuat lebih dari {count} juta karakter teks. Sisakan kolom yang diperlukan, atau bagi berkasnya.',
  '“{field}” has more than {count} characters. Kabar kept only the beginning.':
    '“{field}” lebih dari {count} karakter. Kabar hanya menyimpan bagian awalnya.',
  'The text in {field} is longer than {count} characters.': 'Teks pada {field} lebih dari {count} karakter.',
  'This row has {cells} cells, but there is 1 column. Put quotes around texts that hold the separator.':
    'Baris ini memiliki {cells} sel, padahal ada 1 kolom. Beri tanda kutip pada teks yang memuat pemisah.',
  'This row has {cells} cells, but there are {columns} columns. Put quotes around texts that hold the separator.':
    'Baris ini memiliki {cells} sel, padahal ada {columns} kolom. Beri tanda kutip pada teks yang memuat pemisah.',
  '{name} is unchanged.': '{name} tidak berubah.',
  'Changes {fields} of {name}.': 'Mengubah {fields} pada {name}.',
  '{name} was changed in Kabar after this file was made. Export it again, and make your change in the new file.':
    '{name} diubah di Kabar setelah berkas ini dibuat. Ekspor lagi, lalu buat perubahan Anda di berkas baru.',
  'Adds the opt-out to the contact of line {line}.': 'Menambahkan penolakan pada kontak di baris {line}.',
  '“{text}” is neither yes nor no. Write yes or no, or leave it empty.':
    '“{text}” bukan ya atau tidak. Tulis ya atau tidak, atau kosongkan.',
  'It would have more than 50 tags: none is added.': 'Tag-nya akan lebih dari 50: tidak ada yang ditambahkan.',
  'This number opted out, and it stays so.': 'Nomor ini menolak dihubungi, dan tetap demikian.',
  '“Do not contact” stays: take it away in Kabar.': '“Jangan dihubungi” tetap: hapus tandanya di Kabar.',
  '{name} has the code {code} here. Give {other} another code.':
    '{name} memiliki kode {code} di sini. Beri {other} kode lain.',
  'There is no investor {name}. Import the investors first.': 'Tidak ada investor {name}. Impor investor dahulu.',
  'There is no investment {name}. Import the investments first.': 'Tidak ada investasi {name}. Impor investasi dahulu.',
  'No member is called {name}: there is no owner.': 'Tidak ada anggota bernama {name}: tanpa penanggung jawab.',
  'The tag “{name}” is longer than 60 characters.': 'Tag “{name}” lebih dari 60 karakter.',
  'There are more than 50 tags.': 'Ada lebih dari 50 tag.',
  '“{text}” is no list of contacts as Kabar exports it.': '“{text}” bukan daftar kontak seperti ekspor Kabar.',
  'There are {what} here already. Everything can only be imported into an organization without records.':
    'Di sini sudah ada {what}. Semua hanya dapat diimpor ke organisasi yang belum berisi data.',
  'This archive does not fit together. {fault}': 'Isi arsip ini tidak saling cocok. {fault}',
  'json/{table}.jsonl, line {line}: {fault}. Nothing was imported.':
    'json/{table}.jsonl, baris {line}: {fault}. Tidak ada yang diimpor.',
  'json/{table}.jsonl: a row does not fit with the others. Nothing was imported.':
    'json/{table}.jsonl: satu baris tidak cocok dengan yang lain. Tidak ada yang diimpor.',
  'This is no archive of “Export everything”. Choose the zip file that Kabar made.':
    'Ini bukan arsip “Ekspor semua”. Pilih berkas zip yang dibuat Kabar.',
  'This archive is damaged or too large. Export everything again and choose the new file.':
    'Arsip ini rusak atau terlalu besar. Ekspor semua lagi dan pilih berkas baru.',
  'The archive has more than 1,000,000 rows. Ask whoever runs Kabar to move the database.':
    'Arsip memiliki lebih dari 1.000.000 baris. Minta pengelola Kabar memindahkan basis datanya.',
  'Same {part} as line {line}.': 'Ada {part} yang sama di baris {line}.',
  'Save it as CSV and choose that file.': 'Simpan sebagai CSV lalu pilih berkas itu.',
  'This is JSON, not a table. {advice}': 'Ini JSON, bukan tabel. {advice}',
  'This is a web page, not a table. {advice}': 'Ini halaman web, bukan tabel. {advice}',
  number: 'nomor',
  'e-mail address': 'alamat e-mail',
  '{name} has this {part} already, and nothing is new.': '{name} sudah memiliki {part} ini, dan tidak ada yang baru.',
  '“{email}” is not an e-mail address and is left out.': '“{email}” bukan alamat e-mail dan tidak disertakan.',
  'No column with phone numbers was found. Choose which column is the phone.':
    'Kolom nomor telepon tidak ditemukan. Pilih kolom mana yang berisi telepon.',
  'The file is empty. Choose a file with a header and one row for each.':
    'Berkas ini kosong. Pilih berkas dengan judul kolom dan satu baris untuk masing-masing.',
  'This is a PDF. Kabar reads CSV, Excel (.xlsx) and vCard files.':
    'Ini PDF. Kabar membaca berkas CSV, Excel (.xlsx), dan vCard.',
  'This is no text file. Kabar reads CSV, Excel (.xlsx) and vCard files.':
    'Ini bukan berkas teks. Kabar membaca berkas CSV, Excel (.xlsx), dan vCard.',
  'This is an old Excel workbook (.xls), or one with a password. Save it as .xlsx without password, then choose that file.':
    'Ini buku kerja Excel lama (.xls), atau yang berkata sandi. Simpan sebagai .xlsx tanpa kata sandi, lalu pilih berkas itu.',
  'This is a zip archive and no Excel workbook. Choose the file that is inside it.':
    'Ini arsip zip, bukan buku kerja Excel. Pilih berkas yang ada di dalamnya.',
  'This is a binary Excel workbook (.xlsb). Save it as .xlsx, then choose that file.':
    'Ini buku kerja Excel biner (.xlsb). Simpan sebagai .xlsx, lalu pilih berkas itu.',
  'This is an OpenDocument spreadsheet (.ods). Save it as .xlsx, then choose that file.':
    'Ini lembar kerja OpenDocument (.ods). Simpan sebagai .xlsx, lalu pilih berkas itu.',
  'This is a Numbers spreadsheet. Export it as Excel (.xlsx), then choose that file.':
    'Ini lembar kerja Numbers. Ekspor sebagai Excel (.xlsx), lalu pilih berkas itu.',
  'This is a Word document. Copy its table and paste the cells, or save them as CSV.':
    'Ini dokumen Word. Salin tabelnya lalu tempel selnya, atau simpan sebagai CSV.',
  'This is an XML file, not a table. {advice}': 'Ini berkas XML, bukan tabel. {advice}',
  'This workbook is cut off. Copy or download it again.': 'Buku kerja ini terpotong. Salin atau unduh lagi.',
  'This workbook is damaged, or locked with a password. Save it again in Excel, or save the sheet as CSV.':
    'Buku kerja ini rusak, atau berkata sandi. Simpan lagi di Excel, atau simpan lembarnya sebagai CSV.',
  'This workbook is too large to be unpacked. Save the sheet as CSV, or split it.':
    'Buku kerja ini terlalu besar untuk dibuka. Simpan lembarnya sebagai CSV, atau bagi.',
  'This import has begun already. What it did can be reverted.':
    'Impor ini sudah dimulai. Hasilnya dapat dikembalikan.',
  'Choose first how numbers and days are written in this file.':
    'Pilih dahulu cara angka dan tanggal ditulis dalam berkas ini.',
  'The rows were removed 90 days after the import: what it did stays.':
    'Baris dihapus 90 hari setelah impor: hasilnya tetap.',
  'This looks like a row of totals: it is left out.': 'Tampaknya ini baris total: tidak disertakan.',
  'A contact has one number and one address: the notes keep {others}.':
    'Kontak memiliki satu nomor dan satu alamat: catatan menyimpan {others}.',
  '{name} has notes already: {others} is left out.': '{name} sudah memiliki catatan: {others} tidak disertakan.',
  'Only an import that has ended can be reverted.': 'Hanya impor yang sudah berakhir dapat dikembalikan.',
  'Only an import that is running can be cancelled.': 'Hanya impor yang sedang berjalan dapat dibatalkan.',
  '“{text}” is no consent that Kabar understands: it stays unknown.':
    '“{text}” bukan persetujuan yang dimengerti Kabar: tetap tidak diketahui.',
  '“{text}” can be read in two ways. Choose how numbers are written.':
    '“{text}” dapat dibaca dengan dua cara. Pilih cara angka ditulis.',
  '“{text}” can be read in two ways. Choose how days are written.':
    '“{text}” dapat dibaca dengan dua cara. Pilih cara tanggal ditulis.',
  '“{text}” is not an amount such as 1500000.50.': '“{text}” bukan jumlah seperti 1500000.50.',
  '“{text}”: M is a million to some and a miliar to others. Write for instance 1.5 million, 1,5 juta or 1,5 miliar.':
    '“{text}”: M dapat berarti juta (million) atau miliar. Tulis misalnya 1,5 juta atau 1,5 miliar.',
  '“{field}” is one merged cell over rows {first}–{last}: its value is used for each of them.':
    '“{field}” adalah satu sel gabungan pada baris {first}–{last}: nilainya dipakai untuk setiap baris itu.',
  '“{field}” is one merged cell over rows {first}–{last}: its amount is used for this row only.':
    '“{field}” adalah satu sel gabungan pada baris {first}–{last}: jumlahnya hanya dipakai untuk baris ini.',
  '“{field}” is one merged cell over rows {first}–{last}. Write the amount of this row, or - for none.':
    '“{field}” adalah satu sel gabungan pada baris {first}–{last}. Tulis jumlah untuk baris ini, atau - bila tidak ada.',
  'The formula in “{field}” has no stored result: open the file in Excel and save it again.':
    'Rumus pada “{field}” tidak memiliki hasil tersimpan: buka berkasnya di Excel dan simpan lagi.',
  '“{text}” is too large or has too many decimals.': '“{text}” terlalu besar atau terlalu banyak desimal.',
  '“{text}” is not a day such as 2026-11-20.': '“{text}” bukan tanggal seperti 2026-11-20.',
  '“{text}” is not a country that Kabar knows.': '“{text}” bukan negara yang dikenal Kabar.',
  '“{text}” is not an instrument that Kabar knows.': '“{text}” bukan instrumen yang dikenal Kabar.',
  '“{text}” is not a kind of transaction that Kabar knows.': '“{text}” bukan jenis transaksi yang dikenal Kabar.',
  '“{text}” is not a role: self, primary, finance, legal, assistant or other.':
    '“{text}” bukan peran: self, primary, finance, legal, assistant, atau other.',
  '“{text}” is in another currency than {currency}.': '“{text}” dalam mata uang selain {currency}.',
  'An amount is marked {sign}, but the currency is {currency}.':
    'Sebuah jumlah bertanda {sign}, tetapi mata uangnya {currency}.',
  'No name of the investor.': 'Tidak ada nama investor.',
  'No investor. Give a name or a code.': 'Tidak ada investor. Isi nama atau kode.',
  'No type. Choose one for rows without.': 'Tidak ada tipe. Pilih satu untuk baris tanpa tipe.',
  'There is no investor type “{name}”. Add it in Master Data, or write another here.':
    'Tidak ada tipe investor “{name}”. Tambahkan di Data Master, atau tulis yang lain di sini.',
  'The investor type “{name}” is not in use any more.': 'Tipe investor “{name}” sudah tidak dipakai.',
  'There is no {what} “{name}”. Add it in Master Data, or write another here.':
    'Tidak ada {what} “{name}”. Tambahkan di Data Master, atau tulis yang lain di sini.',
  'The {what} “{name}” is not in use any more.': '“{name}” ({what}) sudah tidak dipakai.',
  'Several investors are called {name}. Give the code of the one that is meant.':
    'Beberapa investor bernama {name}. Isi kode yang dimaksud.',
  '{code} is called {name} too.': '{code} juga bernama {name}.',
  '{name} is there already, and nothing is new.': '{name} sudah ada, dan tidak ada yang baru.',
  'Adds {fields} to the investor of line {line}.': 'Menambahkan {fields} pada investor di baris {line}.',
  'Adds the contact to {name}, where it is new.': 'Menambahkan kontak pada {name}, jika baru.',
  'Same investor as line {line}.': 'Investor yang sama dengan baris {line}.',
  'Same investment as line {line}.': 'Investasi yang sama dengan baris {line}.',
  'There is no investor {name}. Import the investors first, or let this import create them.':
    'Tidak ada investor {name}. Impor investor dahulu, atau biarkan impor ini membuatnya.',
  'There is no offering {name}. Add it first, or let this import create offerings.':
    'Tidak ada penawaran {name}. Tambahkan dahulu, atau biarkan impor ini membuatnya.',
  '{name} is of another investor.': '{name} milik investor lain.',
  '{name} is in {currency}, and this row in {other}.': '{name} dalam {currency}, sedangkan baris ini dalam {other}.',
  '{name} has this transaction already.': '{name} sudah memiliki transaksi ini.',
  'May be the same investment as {place}: {difference}.': 'Mungkin investasi yang sama dengan {place}: {difference}.',
  'May be the same investment and payment as {place}: nothing differs.':
    'Mungkin investasi dan pembayaran yang sama dengan {place}: tidak ada yang berbeda.',
  'May be the same payment as another of {name}: nothing differs.':
    'Mungkin pembayaran yang sama dengan pembayaran lain dari {name}: tidak ada yang berbeda.',
  'nothing differs': 'tidak ada yang berbeda',
  'only {facts} differs': 'hanya {facts} yang berbeda',
  'only {facts} differ': 'hanya {facts} yang berbeda',
  'the day': 'tanggalnya',
  'the expected closing': 'perkiraan penutupannya',
  'the closing day': 'tanggal penutupannya',
  'the stage': 'tahapnya',
  'the instrument': 'instrumennya',
  'the title': 'judulnya',
  'the units': 'unitnya',
  'the price of a unit': 'harga unitnya',
  'the ownership': 'kepemilikannya',
  'the interest rate': 'suku bunganya',
  'the discount': 'diskonnya',
  'the valuation cap': 'batas valuasinya',
  'the maturity': 'jatuh temponya',
  'the payment': 'pembayarannya',
  'line {line}': 'baris {line}',
  'Counted as one with {place}, as you chose.': 'Dihitung sebagai satu dengan {place}, sesuai pilihan Anda.',
  '{name} has {known} as {field}{where}, and this row {amount}. Give it another reference, or the same amount.':
    '{name} memiliki {known} sebagai {field}{where}, sedangkan baris ini {amount}. Beri referensi lain, atau jumlah yang sama.',
  'expected amount': 'jumlah perkiraan',
  'committed amount': 'jumlah komitmen',
  'Some rows look the same. Choose first whether each is an investment of its own.':
    'Beberapa baris tampak sama. Pilih dahulu apakah masing-masing investasi tersendiri.',
  'Adds {currency} {amount} of {day} to {name}.': 'Menambahkan {currency} {amount} tanggal {day} pada {name}.',
  'No status: it begins as {status}.': 'Tanpa status: dimulai sebagai {status}.',
  'Creates the investor {name}.': 'Membuat investor {name}.',
  'Creates the offering {name}.': 'Membuat penawaran {name}.',
  'The amount of the transaction {fault}.': 'Jumlah transaksi {fault}.',
  'The expected amount': 'Jumlah perkiraan',
  'The committed amount': 'Jumlah komitmen',
  'The valuation cap': 'Batas valuasi',
  'The reason why it was lost': 'Alasan batal',
  'There is no status that new investments begin with. Choose one in Master Data.':
    'Tidak ada status awal untuk investasi baru. Pilih satu di Data Master.',
  'Money moved, but the day is missing. Fill in the day of the transaction.':
    'Ada uang yang bergerak, tetapi tanggalnya tidak ada. Isi tanggal transaksi.',
  'Its investment was changed meanwhile. Import the row again.':
    'Investasinya diubah sementara itu. Impor lagi baris ini.',
  'The row that makes its investment could not be imported.': 'Baris yang membuat investasinya tidak dapat diimpor.',
  'Somebody added this number meanwhile. Import the row again.':
    'Seseorang menambahkan nomor ini sementara itu. Impor lagi baris ini.',
  'Somebody changed it since: what they wrote stays.': 'Seseorang mengubahnya sejak itu: tulisannya tetap.',
  'The contact was changed or is used since: it stays.': 'Kontak ini diubah atau dipakai sejak itu: tetap ada.',
  'The investment is of a closed period: it stays.': 'Investasi ini ada dalam periode yang ditutup: tetap disimpan.',
  'The transaction is of a closed period: it stays.': 'Transaksi ini ada dalam periode yang ditutup: tetap disimpan.',
  'The investment was changed since: it stays.': 'Investasi ini diubah sejak itu: tetap ada.',
  'The investment has other transactions since: it stays.': 'Investasi ini memiliki transaksi lain: tetap ada.',
  'The transaction was changed since: it stays.': 'Transaksi ini diubah sejak itu: tetap ada.',
  'The investor was changed since: it stays.': 'Investor ini diubah sejak itu: tetap ada.',
  'There is no such sheet in this workbook.': 'Lembar ini tidak ada di buku kerja ini.',
}
