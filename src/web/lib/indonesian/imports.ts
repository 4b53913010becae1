// Indonesian: importing from files, and what the server says of rows.
import type { Dictionary } from '../text.ts'

export const imports: Dictionary = {
  'Your organization has {used} records and may have {limit}, so these rows do not fit. Import fewer rows, or ask whoever runs this installation for a higher limit.#other':
    'Organisasi Anda memiliki {used} data dari batas {limit}, sehingga baris ini tidak muat. Impor lebih sedikit baris, atau minta administrator Anda menaikkan batas ini.',
  'There is a header, but no row below it. Fill in some rows, then choose the file again.':
    'Ada judul kolom, tetapi tidak ada baris di bawahnya. Isi beberapa baris, lalu pilih lagi berkasnya.',
  'A long file takes a moment.': 'Berkas yang panjang memerlukan waktu.',
  'The file is larger than 32 MB. Split it and import the parts one after the other.':
    'Berkas ini lebih besar dari 32 MB. Bagi berkasnya, lalu impor bagiannya satu per satu.',
  'The file is empty. Choose a file with a header and one row for each.':
    'Berkas ini kosong. Pilih berkas dengan judul kolom dan satu baris untuk setiap data.',
  'Amounts without currency are in': 'Mata uang untuk jumlah tanpa mata uang',
  'Choose which column is this: {fields}.': 'Tentukan kolom untuk: {fields}.',
  'Contact: e-mail': 'Kontak: email',
  'Contact: name': 'Kontak: nama',
  'Contact: phone': 'Kontak: telepon',
  'Contact: role': 'Kontak: peran',
  'Copy them in a spreadsheet, with their header line, and paste them here.':
    'Salin dari spreadsheet beserta judul kolomnya, lalu tempel di sini.',
  'Create investors that are not there yet': 'Buat investor yang belum ada',
  'Create offerings that are not there yet': 'Buat penawaran yang belum ada',
  'Days are written': 'Format tanggal',
  'Edit line {line}': 'Ubah baris {line}',
  'Import everything': 'Impor semua',
  'An archive of “Export everything”, into an organization without records.':
    'Arsip “Ekspor semua”, ke organisasi yang belum berisi data.',
  'The archive is being read. This may take a minute.': 'Arsip sedang dibaca. Proses ini dapat memerlukan satu menit.',
  'Imported: {rows} rows. Files of messages, broadcasts already sent and WhatsApp sessions stay behind.':
    '{rows} baris diimpor. Berkas pesan, siaran yang sudah dikirim, dan sesi WhatsApp tidak ikut diimpor.',
  'Terms, kept in the notes': 'Ketentuan, disimpan dalam catatan',
  'Id in Kabar': 'ID di Kabar',
  'Last change': 'Perubahan terakhir',
  'Investment’s reference': 'Nomor referensi investasi',
  'Investment’s id in Kabar': 'ID investasi di Kabar',
  'Import transactions': 'Impor transaksi',
  'What the file holds': 'Isi berkas',
  'Their transactions': 'Transaksinya',
  'Nothing is kept before you have seen it. Use a file as Kabar exports transactions; each row names its investment by reference.':
    'Belum ada yang disimpan sebelum Anda mengonfirmasi. Gunakan berkas dengan format ekspor transaksi dari Kabar; setiap baris menyebut investasinya dengan nomor referensi.',
  'Rows in which nothing differs are': 'Baris yang sama persis',
  'Rows in which only a day, stage or payment differs are': 'Baris yang hanya berbeda tanggal, tahap, atau pembayaran',
  'Each its own': 'Pertahankan keduanya',
  'One and the same': 'Gabungkan',
  'Some rows look the same: choose one.': 'Beberapa baris tampak sama: tentukan pilihan.',
  'May be the same': 'Kemungkinan duplikat',
  'Nothing differs': 'Sama persis',
  'Line {line}: its own, or the same': 'Baris {line}: pertahankan atau gabungkan',
  'As chosen for all': 'Ikuti pilihan untuk semua',
  'The answer could not be saved': 'Pilihan tidak dapat disimpan',
  'Excel (XLSX) or CSV, with a header line and one row for each.':
    'Excel (XLSX) atau CSV, dengan judul kolom dan satu baris untuk setiap data.',
  'Excel (XLSX), CSV or vCard, from a spreadsheet, a phone or an address book.':
    'Excel (XLSX), CSV, atau vCard, dari spreadsheet, ponsel, atau buku alamat.',
  'How the cells are read': 'Format isi sel',
  'Import investments': 'Impor investasi',
  'Import investors': 'Impor investor',
  'Import {count} investors#other': 'Impor {count} investor',
  'Import {count} rows#other': 'Impor {count} baris',
  'Individual or entity': 'Perorangan atau institusi',
  'Investor’s code': 'Kode investor',
  'Local phone numbers are of': 'Negara untuk nomor telepon lokal',
  'Look at them': 'Pratinjau',
  'Not taken back': 'Tidak dikembalikan',
  'Nothing is kept before you have seen it. A number that exists already adds what is new to its contact.':
    'Belum ada yang disimpan sebelum Anda mengonfirmasi. Jika nomornya sudah ada, data baru ditambahkan pada kontak itu.',
  'Nothing is kept before you have seen it. An investor whose code or name exists already gets what is new.':
    'Belum ada yang disimpan sebelum Anda mengonfirmasi. Jika kode atau nama investornya sudah ada, data baru ditambahkan pada investor itu.',
  'Nothing is kept before you have seen it. Several rows with one reference are one investment with several transactions.':
    'Belum ada yang disimpan sebelum Anda mengonfirmasi. Beberapa baris dengan satu nomor referensi menjadi satu investasi dengan beberapa transaksi.',
  'Or paste cells': 'Atau tempel sel',
  'Pasted cells': 'Sel yang ditempel',
  Revert: 'Kembalikan',
  'Revert this import?': 'Kembalikan impor ini?',
  'Rows in error as a file': 'Unduh baris yang salah',
  'Save row': 'Simpan baris',
  'Show investments': 'Lihat investasi',
  'Show investors': 'Lihat investor',
  'The import could not be reverted': 'Impor tidak dapat dikembalikan',
  'The preview could not be made again': 'Pratinjau tidak dapat diperbarui',
  'The row could not be changed': 'Baris tidak dapat diubah',
  'Transaction: amount': 'Transaksi: jumlah',
  'Transaction: day': 'Transaksi: tanggal',
  'Transaction: kind': 'Transaksi: jenis',
  'Transaction: reference': 'Transaksi: nomor referensi',
  'Type of investors without one': 'Tipe untuk investor tanpa tipe',
  'What it created is deleted, and what it filled in is emptied again. What somebody changed since stays, and you are told which.':
    'Data yang dibuat impor ini dihapus, dan isian yang ditambahkannya dikosongkan. Data yang sudah diubah setelah itu dipertahankan, dan Anda melihat yang mana.',
  '{count} columns are not imported#other': '{count} kolom tidak diimpor',
  '{count} rows could not be taken back: see why.#other': '{count} baris tidak dapat dikembalikan: lihat alasannya.',
  '{done} of {total} rows taken back#other': '{done} dari {total} baris dikembalikan',
  '{file}: taken back. Rows that are as before: {undone}.': '{file}: dikembalikan. Baris dipulihkan: {undone}.',
  Sheet: 'Lembar',
  'To read another sheet, choose the file again.': 'Untuk membaca lembar lain, pilih lagi berkasnya.',
  'Earlier imports': 'Impor sebelumnya',
  'Not started': 'Belum dimulai',
  Running: 'Sedang berjalan',
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
  'This import is not here': 'Impor tidak ditemukan',
  'This sheet could not be read': 'Lembar ini tidak dapat dibaca',
}

export const toldOfImports: Dictionary = {
  'A quote opens in row {row} and is never closed. Close it or remove it, then choose the file again.':
    'Tanda kutip di baris {row} tidak ditutup. Tutup atau hapus tanda kutipnya, lalu pilih lagi berkasnya.',
  'Adds {fields} to {name}.': 'Menambahkan {fields} pada {name}.',
  'Choose a file.': 'Pilih berkas.',
  'Kabar could not save one of the rows. What was imported until then is kept; import the file again for the rest.':
    'Kabar tidak dapat menyimpan salah satu baris. Baris yang sudah diimpor tetap tersimpan; impor lagi berkasnya untuk sisanya.',
  'No name in the file: it is called “{name}” for now.':
    'Tidak ada nama dalam berkas: untuk sementara diberi nama “{name}”.',
  'No name, no phone number and no e-mail address.': 'Tidak ada nama, nomor telepon, atau alamat email.',
  'No phone number and no e-mail address.': 'Tidak ada nomor telepon atau alamat email.',
  'Send the file as multipart/form-data, in a part named “file”.':
    'Kirim berkas sebagai multipart/form-data, dalam bagian bernama “file”.',
  'The file has more than {count} columns. Keep those with names, numbers and addresses.':
    'Berkas ini memiliki lebih dari {count} kolom. Sisakan kolom nama, nomor, dan alamat.',
  'The file has more than {count} rows. Split it and import the parts one after the other.':
    'Berkas ini memiliki lebih dari {count} baris. Bagi berkasnya, lalu impor bagiannya satu per satu.',
  'The upload broke off. Send the file again.': 'Unggahan terputus. Unggah lagi berkasnya.',
  'The file is larger than 32 MB. Split it and import the parts one after the other.':
    'Berkas ini lebih besar dari 32 MB. Bagi berkasnya, lalu impor bagiannya satu per satu.',
  'The file stops being a table in row {row}. Mend that row, then choose the file again.':
    'Mulai baris {row}, isi berkas ini bukan tabel. Perbaiki baris itu, lalu pilih lagi berkasnya.',
  'The file has more than {count} million characters of text. Keep the columns that are needed, or split it.':
    'Berkas ini memuat lebih dari {count} juta karakter teks. Sisakan kolom yang diperlukan, atau bagi berkasnya.',
  '“{field}” has more than {count} characters. Kabar kept only the beginning.':
    '“{field}” lebih dari {count} karakter. Kabar hanya menyimpan bagian awalnya.',
  'The text in {field} is longer than {count} characters.': 'Teks pada {field} lebih dari {count} karakter.',
  'This row has {cells} cells, but there is 1 column. Put quotes around texts that hold the separator.':
    'Baris ini memiliki {cells} sel, sedangkan kolomnya hanya 1. Beri tanda kutip pada teks yang memuat pemisah.',
  'This row has {cells} cells, but there are {columns} columns. Put quotes around texts that hold the separator.':
    'Baris ini memiliki {cells} sel, sedangkan kolomnya {columns}. Beri tanda kutip pada teks yang memuat pemisah.',
  '{name} is unchanged.': '{name} tidak berubah.',
  'Changes {fields} of {name}.': 'Mengubah {fields} pada {name}.',
  '{name} was changed in Kabar after this file was made. Export it again, and make your change in the new file.':
    '{name} diubah di Kabar setelah berkas ini dibuat. Ekspor lagi, lalu buat perubahan Anda di berkas baru.',
  'Adds the opt-out to the contact of line {line}.':
    'Menambahkan status berhenti berlangganan pada kontak di baris {line}.',
  '“{text}” is neither yes nor no. Write yes or no, or leave it empty.':
    '“{text}” bukan ya atau tidak. Tulis ya atau tidak, atau kosongkan.',
  'It would have more than 50 tags: none is added.': 'Jumlah tag akan lebih dari 50: tag tidak ditambahkan.',
  'This number opted out, and it stays so.': 'Nomor ini berhenti berlangganan, dan statusnya tidak berubah.',
  '“Do not contact” stays: take it away in Kabar.': '“Jangan hubungi” tetap berlaku: hapus tandanya di Kabar.',
  '{name} has the code {code} here. Give {other} another code.':
    'Kode {code} sudah dipakai {name}. Beri {other} kode lain.',
  'There is no investor {name}. Import the investors first.': 'Investor {name} belum ada. Impor investor dahulu.',
  'There is no investment {name}. Import the investments first.': 'Investasi {name} belum ada. Impor investasi dahulu.',
  'No member is called {name}: there is no owner.':
    'Tidak ada anggota tim bernama {name}: penanggung jawab dikosongkan.',
  'The tag “{name}” is longer than 60 characters.': 'Tag “{name}” lebih dari 60 karakter.',
  'There are more than 50 tags.': 'Ada lebih dari 50 tag.',
  '“{text}” is no list of contacts as Kabar exports it.': '“{text}” bukan daftar kontak dalam format ekspor Kabar.',
  'There are {what} here already. Everything can only be imported into an organization without records.':
    'Di sini sudah ada {what}. Arsip hanya dapat diimpor ke organisasi yang belum berisi data.',
  'This archive does not fit together. {fault}': 'Isi arsip ini tidak konsisten. {fault}',
  'json/{table}.jsonl, line {line}: {fault}. Nothing was imported.':
    'json/{table}.jsonl, baris {line}: {fault}. Tidak ada yang diimpor.',
  'json/{table}.jsonl: a row does not fit with the others. Nothing was imported.':
    'json/{table}.jsonl: satu baris tidak konsisten dengan baris lain. Tidak ada yang diimpor.',
  'This is no archive of “Export everything”. Choose the zip file that Kabar made.':
    'Ini bukan arsip “Ekspor semua”. Pilih berkas ZIP yang dibuat Kabar.',
  'This archive is damaged or too large. Export everything again and choose the new file.':
    'Arsip ini rusak atau terlalu besar. Ekspor semua lagi, lalu pilih berkas barunya.',
  'The archive has more than 1,000,000 rows. Ask whoever runs Kabar to move the database.':
    'Arsip ini memiliki lebih dari 1.000.000 baris. Minta administrator Anda memindahkan basis datanya.',
  'Same {part} as line {line}.': 'Memiliki {part} yang sama dengan baris {line}.',
  'Save it as CSV and choose that file.': 'Simpan sebagai CSV, lalu pilih berkas itu.',
  'This is JSON, not a table. {advice}': 'Ini JSON, bukan tabel. {advice}',
  'This is a web page, not a table. {advice}': 'Ini halaman web, bukan tabel. {advice}',
  number: 'nomor',
  // Fields, and lists that a row names
  name: 'nama',
  'preferred name': 'nama sapaan',
  phone: 'telepon',
  email: 'email',
  company: 'perusahaan',
  'job title': 'jabatan',
  language: 'bahasa',
  consent: 'persetujuan',
  'consent date': 'tanggal persetujuan',
  'consent method': 'cara persetujuan',
  'consent evidence': 'bukti persetujuan',
  'do not contact': 'jangan hubungi',
  'time zone': 'zona waktu',
  'a contact': 'kontak',
  code: 'kode',
  kind: 'jenis',
  city: 'kota',
  website: 'situs web',
  source: 'sumber',
  country: 'negara',
  'preferred currency': 'mata uang pilihan',
  'preferred stages': 'tahap pilihan',
  'smallest ticket': 'nilai investasi minimum',
  'largest ticket': 'nilai investasi maksimum',
  'next follow-up': 'tindak lanjut berikutnya',
  type: 'tipe',
  owner: 'penanggung jawab',
  archived: 'arsip',
  reference: 'nomor referensi',
  currency: 'mata uang',
  'lost reason': 'alasan batal',
  instrument: 'instrumen',
  'expected closing': 'perkiraan penutupan',
  'commitment day': 'tanggal komitmen',
  'closing day': 'tanggal penutupan',
  units: 'unit',
  'unit price': 'harga unit',
  ownership: 'kepemilikan',
  'interest rate': 'suku bunga',
  discount: 'diskon',
  'valuation cap': 'batas valuasi',
  maturity: 'jatuh tempo akhir',
  title: 'judul',
  investor: 'investor',
  offering: 'penawaran',
  status: 'status',
  stage: 'tahap',
  probability: 'probabilitas',
  state: 'keadaan',
  amount: 'jumlah',
  'due day': 'tanggal jatuh tempo',
  'settlement day': 'tanggal pelunasan',
  note: 'catatan',
  'investor type': 'tipe investor',
  ' (line {line})': ' (baris {line})',
  nothing: 'nilai kosong',
  'e-mail address': 'alamat email',
  '{name} has this {part} already, and nothing is new.': '{name} sudah memiliki {part} ini, dan tidak ada data baru.',
  '“{email}” is not an e-mail address and is left out.': '“{email}” bukan alamat email dan dilewati.',
  'No column with phone numbers was found. Choose which column is the phone.':
    'Kolom nomor telepon tidak ditemukan. Pilih kolom yang berisi nomor telepon.',
  'The file is empty. Choose a file with a header and one row for each.':
    'Berkas ini kosong. Pilih berkas dengan judul kolom dan satu baris untuk setiap data.',
  'This is a PDF. Kabar reads CSV, Excel (.xlsx) and vCard files.':
    'Ini PDF. Kabar membaca berkas CSV, Excel (.xlsx), dan vCard.',
  'This is no text file. Kabar reads CSV, Excel (.xlsx) and vCard files.':
    'Ini bukan berkas teks. Kabar membaca berkas CSV, Excel (.xlsx), dan vCard.',
  'This is an old Excel workbook (.xls), or one with a password. Save it as .xlsx without password, then choose that file.':
    'Ini buku kerja Excel lama (.xls), atau dilindungi kata sandi. Simpan sebagai .xlsx tanpa kata sandi, lalu pilih berkas itu.',
  'This is a zip archive and no Excel workbook. Choose the file that is inside it.':
    'Ini arsip zip, bukan buku kerja Excel. Pilih berkas yang ada di dalamnya.',
  'This is a binary Excel workbook (.xlsb). Save it as .xlsx, then choose that file.':
    'Ini buku kerja Excel biner (.xlsb). Simpan sebagai .xlsx, lalu pilih berkas itu.',
  'This is an OpenDocument spreadsheet (.ods). Save it as .xlsx, then choose that file.':
    'Ini spreadsheet OpenDocument (.ods). Simpan sebagai .xlsx, lalu pilih berkas itu.',
  'This is a Numbers spreadsheet. Export it as Excel (.xlsx), then choose that file.':
    'Ini spreadsheet Numbers. Ekspor sebagai Excel (.xlsx), lalu pilih berkas itu.',
  'This is a Word document. Copy its table and paste the cells, or save them as CSV.':
    'Ini dokumen Word. Salin tabelnya lalu tempel selnya, atau simpan sebagai CSV.',
  'This is an XML file, not a table. {advice}': 'Ini berkas XML, bukan tabel. {advice}',
  'This workbook is cut off. Copy or download it again.': 'Buku kerja ini terpotong. Salin atau unduh lagi.',
  'This workbook is damaged, or locked with a password. Save it again in Excel, or save the sheet as CSV.':
    'Buku kerja ini rusak, atau dilindungi kata sandi. Simpan lagi di Excel, atau simpan lembarnya sebagai CSV.',
  'This workbook is too large to be unpacked. Save the sheet as CSV, or split it.':
    'Buku kerja ini terlalu besar untuk dibuka. Simpan lembarnya sebagai CSV, atau bagi berkasnya.',
  'This import has begun already. What it did can be reverted.':
    'Impor ini sudah dimulai. Hasilnya dapat dikembalikan.',
  'Choose first how numbers and days are written in this file.':
    'Pilih dahulu format angka dan tanggal dalam berkas ini.',
  'The rows were removed 90 days after the import: what it did stays.':
    'Baris dihapus 90 hari setelah impor: hasil impornya tetap ada.',
  'This looks like a row of totals: it is left out.': 'Tampaknya ini baris total: dilewati.',
  'A contact has one number and one address: the notes keep {others}.':
    'Kontak hanya memiliki satu nomor dan satu alamat: {others} disimpan dalam catatan.',
  '{name} has notes already: {others} is left out.': '{name} sudah memiliki catatan: {others} dilewati.',
  'Only an import that has ended can be reverted.': 'Hanya impor yang sudah selesai yang dapat dikembalikan.',
  'Only an import that is running can be cancelled.': 'Hanya impor yang sedang berjalan yang dapat dibatalkan.',
  '“{text}” is no consent that Kabar understands: it stays unknown.':
    '“{text}” tidak dikenali sebagai persetujuan: statusnya tetap belum diketahui.',
  '“{text}” can be read in two ways. Choose how numbers are written.':
    '“{text}” dapat dibaca dengan dua cara. Pilih format angka.',
  '“{text}” can be read in two ways. Choose how days are written.':
    '“{text}” dapat dibaca dengan dua cara. Pilih format tanggal.',
  '“{text}” is not an amount such as 1500000.50.': '“{text}” bukan jumlah seperti 1500000.50.',
  '“{text}”: M is a million to some and a miliar to others. Write for instance 1.5 million, 1,5 juta or 1,5 miliar.':
    '“{text}”: M dapat berarti juta (million) atau miliar. Tulis misalnya 1,5 juta atau 1,5 miliar.',
  '“{field}” is one merged cell over rows {first}–{last}: its value is used for each of them.':
    '“{field}” adalah satu sel gabungan pada baris {first}–{last}: nilainya dipakai untuk setiap baris itu.',
  '“{field}” is one merged cell over rows {first}–{last}: its amount is used for this row only.':
    '“{field}” adalah satu sel gabungan pada baris {first}–{last}: jumlahnya hanya dipakai untuk baris ini.',
  '“{field}” is one merged cell over rows {first}–{last}. Write the amount of this row, or - for none.':
    '“{field}” adalah satu sel gabungan pada baris {first}–{last}. Tulis jumlah untuk baris ini, atau - jika tidak ada.',
  'The formula in “{field}” has no stored result: open the file in Excel and save it again.':
    'Rumus pada “{field}” tidak memiliki hasil tersimpan: buka berkasnya di Excel dan simpan lagi.',
  '“{text}” is too large or has too many decimals.': '“{text}” terlalu besar atau terlalu banyak desimal.',
  '“{text}” is not a day such as 2026-11-20.': '“{text}” bukan tanggal seperti 2026-11-20.',
  '“{text}” is not a country that Kabar knows.': '“{text}” bukan negara yang dikenal Kabar.',
  '“{text}” is not an instrument that Kabar knows.': '“{text}” bukan instrumen yang dikenal Kabar.',
  '“{text}” is not a kind of transaction that Kabar knows.': '“{text}” bukan jenis transaksi yang dikenal Kabar.',
  '“{text}” is not a role: self, primary, finance, legal, assistant or other.':
    '“{text}” bukan peran. Pilih self, primary, finance, legal, assistant, atau other.',
  '“{text}” is in another currency than {currency}.': '“{text}” dalam mata uang selain {currency}.',
  'An amount is marked {sign}, but the currency is {currency}.':
    'Ada jumlah bertanda {sign}, tetapi mata uangnya {currency}.',
  'No name of the investor.': 'Nama investor belum diisi.',
  'No investor. Give a name or a code.': 'Investor belum diisi. Isi nama atau kodenya.',
  'No type. Choose one for rows without.': 'Tipe belum diisi. Pilih tipe untuk baris tanpa tipe.',
  'There is no investor type “{name}”. Add it in Master Data, or write another here.':
    'Tipe investor “{name}” tidak ada. Tambahkan di Data Master, atau tulis tipe lain di sini.',
  'The investor type “{name}” is not in use any more.': 'Tipe investor “{name}” sudah tidak dipakai.',
  'There is no {what} “{name}”. Add it in Master Data, or write another here.':
    'Tidak ada {what} “{name}”. Tambahkan di Data Master, atau tulis yang lain di sini.',
  'The {what} “{name}” is not in use any more.': '“{name}” ({what}) sudah tidak dipakai.',
  'Several investors are called {name}. Give the code of the one that is meant.':
    'Ada beberapa investor bernama {name}. Isi kode investor yang dimaksud.',
  '{code} is called {name} too.': '{code} juga bernama {name}.',
  '{name} is there already, and nothing is new.': '{name} sudah ada, dan tidak ada data baru.',
  'Adds {fields} to the investor of line {line}.': 'Menambahkan {fields} pada investor di baris {line}.',
  'Adds the contact to {name}, where it is new.': 'Menambahkan kontak pada {name}, jika belum ada.',
  'Same investor as line {line}.': 'Investor yang sama dengan baris {line}.',
  'Same investment as line {line}.': 'Investasi yang sama dengan baris {line}.',
  'There is no investor {name}. Import the investors first, or let this import create them.':
    'Investor {name} belum ada. Impor investor dahulu, atau biarkan impor ini membuatnya.',
  'There is no offering {name}. Add it first, or let this import create offerings.':
    'Penawaran {name} belum ada. Tambahkan dahulu, atau biarkan impor ini membuatnya.',
  '{name} is of another investor.': '{name} milik investor lain.',
  '{name} is in {currency}, and this row in {other}.': '{name} dalam {currency}, sedangkan baris ini dalam {other}.',
  '{name} has this transaction already.': '{name} sudah memiliki transaksi ini.',
  'May be the same investment as {place}: {difference}.':
    'Kemungkinan investasi yang sama dengan {place}: {difference}.',
  'May be the same investment and payment as {place}: nothing differs.':
    'Kemungkinan investasi dan pembayaran yang sama dengan {place}: sama persis.',
  'May be the same payment as another of {name}: nothing differs.':
    'Kemungkinan pembayaran yang sama dengan pembayaran lain dari {name}: sama persis.',
  'nothing differs': 'sama persis',
  'only {facts} differs': 'hanya {facts} yang berbeda',
  'only {facts} differ': 'hanya {facts} yang berbeda',
  'the day': 'tanggalnya',
  'the expected closing': 'perkiraan tutupnya',
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
  'the maturity': 'jatuh tempo akhirnya',
  'the payment': 'pembayarannya',
  'line {line}': 'baris {line}',
  'Counted as one with {place}, as you chose.': 'Digabungkan dengan {place}, sesuai pilihan Anda.',
  '{name} has {known} as {field}{where}, and this row {amount}. Give it another reference, or the same amount.':
    '{name} memiliki {known} sebagai {field}{where}, sedangkan baris ini {amount}. Beri nomor referensi lain, atau jumlah yang sama.',
  'expected amount': 'jumlah perkiraan',
  'committed amount': 'jumlah komitmen',
  'Some rows look the same. Choose first whether each is an investment of its own.':
    'Beberapa baris tampak sama. Tentukan dahulu apakah masing-masing investasi tersendiri.',
  'Adds {currency} {amount} of {day} to {name}.': 'Menambahkan {currency} {amount} tanggal {day} pada {name}.',
  'No status: it begins as {status}.': 'Status belum diisi: dimulai sebagai {status}.',
  'Creates the investor {name}.': 'Membuat investor {name}.',
  'Creates the offering {name}.': 'Membuat penawaran {name}.',
  'The amount of the transaction {fault}.': 'Jumlah transaksi {fault}.',
  'The expected amount': 'Jumlah perkiraan',
  'The committed amount': 'Jumlah komitmen',
  'The valuation cap': 'Batas valuasi',
  'The reason why it was lost': 'Alasan batal',
  'There is no status that new investments begin with. Choose one in Master Data.':
    'Belum ada status awal untuk investasi baru. Pilih satu di Data Master.',
  'Money moved, but the day is missing. Fill in the day of the transaction.':
    'Ada dana yang berpindah, tetapi tanggalnya belum diisi. Isi tanggal transaksi.',
  'Its investment was changed meanwhile. Import the row again.':
    'Investasinya diubah oleh orang lain. Impor lagi baris ini.',
  'The row that makes its investment could not be imported.': 'Baris yang membuat investasinya tidak dapat diimpor.',
  'Somebody added this number meanwhile. Import the row again.':
    'Nomor ini baru saja ditambahkan oleh orang lain. Impor lagi baris ini.',
  'Somebody changed it since: what they wrote stays.': 'Sudah diubah setelah impor: perubahan itu dipertahankan.',
  'The contact was changed or is used since: it stays.':
    'Kontak ini sudah diubah atau dipakai setelah impor: tetap dipertahankan.',
  'The investment is of a closed period: it stays.':
    'Investasi ini berada dalam periode yang sudah ditutup: tetap dipertahankan.',
  'The transaction is of a closed period: it stays.':
    'Transaksi ini berada dalam periode yang sudah ditutup: tetap dipertahankan.',
  'The investment was changed since: it stays.': 'Investasi ini sudah diubah setelah impor: tetap dipertahankan.',
  'The investment has other transactions since: it stays.':
    'Investasi ini sudah memiliki transaksi lain: tetap dipertahankan.',
  'The transaction was changed since: it stays.': 'Transaksi ini sudah diubah setelah impor: tetap dipertahankan.',
  'The investor was changed since: it stays.': 'Investor ini sudah diubah setelah impor: tetap dipertahankan.',
  'There is no such sheet in this workbook.': 'Lembar ini tidak ada dalam buku kerja.',
}
