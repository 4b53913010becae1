// Indonesian: importing from files, and what the server says of rows.
import type { Dictionary } from '../text.ts'

export const imports: Dictionary = {
  'Your organization has {used} of {limit} records, so these rows do not fit. Import fewer rows, or ask your administrator for a higher limit.#other':
    'Organisasi Anda memiliki {used} data dari batas {limit}, sehingga baris ini tidak muat. Impor lebih sedikit baris, atau minta administrator Anda menaikkan batas ini.',
  'There is a header, but no row below it. Fill in some rows, then choose the file again.':
    'Ada judul kolom, tetapi tidak ada baris di bawahnya. Isi beberapa baris, lalu pilih lagi berkasnya.',
  'Large files take a moment.': 'Berkas yang panjang memerlukan waktu.',
  'The file is larger than 32 MB. Split it and import the parts one after the other.':
    'Berkas ini lebih besar dari 32 MB. Bagi berkasnya, lalu impor bagiannya satu per satu.',
  'The file is empty. Choose a file with a header row and one row per record.':
    'Berkas ini kosong. Pilih berkas dengan judul kolom dan satu baris untuk setiap data.',
  'Currency of amounts without one': 'Mata uang untuk jumlah tanpa mata uang',
  'Choose the column for: {fields}.': 'Tentukan kolom untuk: {fields}.',
  'Contact: email': 'Kontak: email',
  'Contact: name': 'Kontak: nama',
  'Contact: phone': 'Kontak: telepon',
  'Contact: role': 'Kontak: peran',
  'Copy the rows in a spreadsheet, including the header row, and paste them here.':
    'Salin dari spreadsheet beserta judul kolomnya, lalu tempel di sini.',
  'Create missing investors': 'Buat investor yang belum ada',
  'Create missing offerings': 'Buat penawaran yang belum ada',
  'Date format': 'Format tanggal',
  'Edit line {line}': 'Ubah baris {line}',
  'Import everything': 'Impor semua',
  'An archive of “Export everything”, into an organization without records.':
    'Arsip “Ekspor semua”, ke organisasi yang belum berisi data.',
  'Reading the archive. This may take a minute.': 'Arsip sedang dibaca. Proses ini dapat memerlukan satu menit.',
  '{rows} rows imported. Message files, sent broadcasts and WhatsApp sessions are not included.':
    '{rows} baris diimpor. Berkas pesan, siaran yang sudah dikirim, dan sesi WhatsApp tidak ikut diimpor.',
  'Terms (saved in the notes)': 'Ketentuan (disimpan dalam catatan)',
  'Kabar ID': 'ID di Kabar',
  'Last changed': 'Terakhir diubah',
  'Investment reference': 'Nomor referensi investasi',
  'Kabar ID of the investment': 'ID investasi di Kabar',
  'Import transactions': 'Impor transaksi',
  'File content': 'Isi berkas',
  'Their transactions': 'Transaksinya',
  'Nothing is saved until you confirm. Use a file in the format of Kabar’s transaction export; each row names its investment by reference.':
    'Belum ada yang disimpan sebelum Anda mengonfirmasi. Gunakan berkas dengan format ekspor transaksi dari Kabar; setiap baris menyebut investasinya dengan nomor referensi.',
  'Identical rows': 'Baris yang sama persis',
  'Rows that differ only in a day, stage or payment': 'Baris yang hanya berbeda tanggal, tahap, atau pembayaran',
  'Keep both': 'Pertahankan keduanya',
  'Merge into one': 'Gabungkan',
  'Some rows look identical: choose an option.': 'Beberapa baris tampak sama: tentukan pilihan.',
  'Possible duplicate': 'Kemungkinan duplikat',
  Identical: 'Sama persis',
  'Line {line}: keep both or merge': 'Baris {line}: pertahankan atau gabungkan',
  'Same as for all rows': 'Ikuti pilihan untuk semua',
  'The choice could not be saved': 'Pilihan tidak dapat disimpan',
  'Excel (XLSX) or CSV, with a header row and one row per record.':
    'Excel (XLSX) atau CSV, dengan judul kolom dan satu baris untuk setiap data.',
  'Excel (XLSX), CSV or vCard, from a spreadsheet, a phone or an address book.':
    'Excel (XLSX), CSV, atau vCard, dari spreadsheet, ponsel, atau buku alamat.',
  'Cell formats': 'Format isi sel',
  'Import investments': 'Impor investasi',
  'Import investors': 'Impor investor',
  'Import {count} investors#other': 'Impor {count} investor',
  'Import {count} rows#other': 'Impor {count} baris',
  'Individual or entity': 'Perorangan atau institusi',
  'Investor code': 'Kode investor',
  'Country of local phone numbers': 'Negara untuk nomor telepon lokal',
  Preview: 'Pratinjau',
  'Not reverted': 'Tidak dikembalikan',
  'Nothing is saved until you confirm. If a number already exists, new data is added to its contact.':
    'Belum ada yang disimpan sebelum Anda mengonfirmasi. Jika nomornya sudah ada, data baru ditambahkan pada kontak itu.',
  'Nothing is saved until you confirm. If an investor’s code or name already exists, new data is added to that investor.':
    'Belum ada yang disimpan sebelum Anda mengonfirmasi. Jika kode atau nama investornya sudah ada, data baru ditambahkan pada investor itu.',
  'Nothing is saved until you confirm. Rows with the same reference become one investment with several transactions.':
    'Belum ada yang disimpan sebelum Anda mengonfirmasi. Beberapa baris dengan satu nomor referensi menjadi satu investasi dengan beberapa transaksi.',
  'Or paste cells': 'Atau tempel sel',
  'Pasted cells': 'Sel yang ditempel',
  Revert: 'Kembalikan',
  'Revert this import?': 'Kembalikan impor ini?',
  'Download rows in error': 'Unduh baris yang salah',
  'Save row': 'Simpan baris',
  'Show investments': 'Lihat investasi',
  'Show investors': 'Lihat investor',
  'The import could not be reverted': 'Impor tidak dapat dikembalikan',
  'The preview could not be updated': 'Pratinjau tidak dapat diperbarui',
  'The row could not be changed': 'Baris tidak dapat diubah',
  'Transaction: amount': 'Transaksi: jumlah',
  'Transaction: day': 'Transaksi: tanggal',
  'Transaction: kind': 'Transaksi: jenis',
  'Transaction: reference': 'Transaksi: nomor referensi',
  'Type of investors without one': 'Tipe untuk investor tanpa tipe',
  'Records it created are deleted, and fields it filled are emptied. Anything changed since then is kept and listed.':
    'Data yang dibuat impor ini dihapus, dan isian yang ditambahkannya dikosongkan. Data yang sudah diubah setelah itu dipertahankan, dan Anda melihat yang mana.',
  '{count} columns are not imported#other': '{count} kolom tidak diimpor',
  '{count} rows could not be reverted: see why.#other': '{count} baris tidak dapat dikembalikan: lihat alasannya.',
  '{done} of {total} rows reverted#other': '{done} dari {total} baris dikembalikan',
  '{file}: reverted. Rows restored: {undone}.': '{file}: dikembalikan. Baris dipulihkan: {undone}.',
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
  'Import not found': 'Impor tidak ditemukan',
  'This sheet could not be read': 'Lembar ini tidak dapat dibaca',
}

export const toldOfImports: Dictionary = {
  'The quote in row {row} is not closed. Close or remove it, then choose the file again.':
    'Tanda kutip di baris {row} tidak ditutup. Tutup atau hapus tanda kutipnya, lalu pilih lagi berkasnya.',
  'Adds {fields} to {name}.': 'Menambahkan {fields} pada {name}.',
  'Choose a file.': 'Pilih berkas.',
  'Kabar could not save one of the rows. Rows imported before it are saved; import the file again for the rest.':
    'Kabar tidak dapat menyimpan salah satu baris. Baris yang sudah diimpor tetap tersimpan; impor lagi berkasnya untuk sisanya.',
  'No name in the file: named “{name}” for now.': 'Tidak ada nama dalam berkas: untuk sementara diberi nama “{name}”.',
  'No name, no phone number and no email address.': 'Tidak ada nama, nomor telepon, atau alamat email.',
  'No phone number and no email address.': 'Tidak ada nomor telepon atau alamat email.',
  'Send the file as multipart/form-data, in a part named “file”.':
    'Kirim berkas sebagai multipart/form-data, dalam bagian bernama “file”.',
  'The file has more than {count} columns. Keep those with names, numbers and addresses.':
    'Berkas ini memiliki lebih dari {count} kolom. Sisakan kolom nama, nomor, dan alamat.',
  'The file has more than {count} rows. Split it and import the parts one after the other.':
    'Berkas ini memiliki lebih dari {count} baris. Bagi berkasnya, lalu impor bagiannya satu per satu.',
  'The upload was interrupted. Send the file again.': 'Unggahan terputus. Unggah lagi berkasnya.',
  'The file is larger than 32 MB. Split it and import the parts one after the other.':
    'Berkas ini lebih besar dari 32 MB. Bagi berkasnya, lalu impor bagiannya satu per satu.',
  'From row {row} on, the file is not a table. Correct that row, then choose the file again.':
    'Mulai baris {row}, isi berkas ini bukan tabel. Perbaiki baris itu, lalu pilih lagi berkasnya.',
  'The file has more than {count} million characters of text. Keep the columns that are needed, or split it.':
    'Berkas ini memuat lebih dari {count} juta karakter teks. Sisakan kolom yang diperlukan, atau bagi berkasnya.',
  '“{field}” has more than {count} characters. Kabar saved only the beginning.':
    '“{field}” lebih dari {count} karakter. Kabar hanya menyimpan bagian awalnya.',
  'The text in {field} is longer than {count} characters.': 'Teks pada {field} lebih dari {count} karakter.',
  'This row has {cells} cells, but there is 1 column. Put quotes around texts that contain the separator.':
    'Baris ini memiliki {cells} sel, sedangkan kolomnya hanya 1. Beri tanda kutip pada teks yang memuat pemisah.',
  'This row has {cells} cells, but there are {columns} columns. Put quotes around texts that contain the separator.':
    'Baris ini memiliki {cells} sel, sedangkan kolomnya {columns}. Beri tanda kutip pada teks yang memuat pemisah.',
  '{name} is unchanged.': '{name} tidak berubah.',
  'Changes {fields} of {name}.': 'Mengubah {fields} pada {name}.',
  '{name} was changed in Kabar after this file was made. Export it again, and make your change in the new file.':
    '{name} diubah di Kabar setelah berkas ini dibuat. Ekspor lagi, lalu buat perubahan Anda di berkas baru.',
  'Adds the opt-out to the contact of line {line}.':
    'Menambahkan status berhenti berlangganan pada kontak di baris {line}.',
  '“{text}” is neither yes nor no. Write yes or no, or leave it empty.':
    '“{text}” bukan ya atau tidak. Tulis ya atau tidak, atau kosongkan.',
  'More than 50 tags: none was added.': 'Jumlah tag akan lebih dari 50: tag tidak ditambahkan.',
  'This number has opted out, which does not change.': 'Nomor ini berhenti berlangganan, dan statusnya tidak berubah.',
  '“Do not contact” is unchanged: remove it in Kabar.': '“Jangan hubungi” tetap berlaku: hapus tandanya di Kabar.',
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
  'This archive is inconsistent. {fault}': 'Isi arsip ini tidak konsisten. {fault}',
  'json/{table}.jsonl, line {line}: {fault}. Nothing was imported.':
    'json/{table}.jsonl, baris {line}: {fault}. Tidak ada yang diimpor.',
  'json/{table}.jsonl: a row is inconsistent with the others. Nothing was imported.':
    'json/{table}.jsonl: satu baris tidak konsisten dengan baris lain. Tidak ada yang diimpor.',
  'This is not an archive of “Export everything”. Choose the ZIP file that Kabar created.':
    'Ini bukan arsip “Ekspor semua”. Pilih berkas ZIP yang dibuat Kabar.',
  'This archive is damaged or too large. Export everything again and choose the new file.':
    'Arsip ini rusak atau terlalu besar. Ekspor semua lagi, lalu pilih berkas barunya.',
  'The archive has more than 1,000,000 rows. Ask your administrator to move the database.':
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
  'email address': 'alamat email',
  '{name} has this {part} already, and nothing is new.': '{name} sudah memiliki {part} ini, dan tidak ada data baru.',
  '“{email}” is not an email address and is skipped.': '“{email}” bukan alamat email dan dilewati.',
  'No column with phone numbers was found. Choose which column is the phone.':
    'Kolom nomor telepon tidak ditemukan. Pilih kolom yang berisi nomor telepon.',
  'The file is empty. Choose a file with a header row and one row per record.':
    'Berkas ini kosong. Pilih berkas dengan judul kolom dan satu baris untuk setiap data.',
  'This is a PDF. Kabar reads CSV, Excel (.xlsx) and vCard files.':
    'Ini PDF. Kabar membaca berkas CSV, Excel (.xlsx), dan vCard.',
  'This is not a text file. Kabar reads CSV, Excel (.xlsx) and vCard files.':
    'Ini bukan berkas teks. Kabar membaca berkas CSV, Excel (.xlsx), dan vCard.',
  'This is an old Excel workbook (.xls), or one with a password. Save it as .xlsx without password, then choose that file.':
    'Ini buku kerja Excel lama (.xls), atau dilindungi kata sandi. Simpan sebagai .xlsx tanpa kata sandi, lalu pilih berkas itu.',
  'This is a ZIP archive, not an Excel workbook. Choose the file that is inside it.':
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
  'This import has already started. It can be reverted.': 'Impor ini sudah dimulai. Hasilnya dapat dikembalikan.',
  'Choose first how numbers and days are written in this file.':
    'Pilih dahulu format angka dan tanggal dalam berkas ini.',
  'The rows were deleted 90 days after the import. The imported records are kept.':
    'Baris dihapus 90 hari setelah impor: hasil impornya tetap ada.',
  'This looks like a total row: skipped.': 'Tampaknya ini baris total: dilewati.',
  'A contact has one number and one address. Saved in the notes: {others}.':
    'Kontak hanya memiliki satu nomor dan satu alamat: {others} disimpan dalam catatan.',
  '{name} already has notes: {others} is skipped.': '{name} sudah memiliki catatan: {others} dilewati.',
  'Only an import that has ended can be reverted.': 'Hanya impor yang sudah selesai yang dapat dikembalikan.',
  'Only an import that is running can be cancelled.': 'Hanya impor yang sedang berjalan yang dapat dibatalkan.',
  '“{text}” is not a valid consent: it stays unknown.':
    '“{text}” tidak dikenali sebagai persetujuan: statusnya tetap belum diketahui.',
  '“{text}” is ambiguous. Choose the number format.': '“{text}” dapat dibaca dengan dua cara. Pilih format angka.',
  '“{text}” is ambiguous. Choose the date format.': '“{text}” dapat dibaca dengan dua cara. Pilih format tanggal.',
  '“{text}” is not an amount such as 1500000.50.': '“{text}” bukan jumlah seperti 1500000.50.',
  '“{text}”: M may mean million or miliar (billion). Write for example 1.5 million, 1,5 juta or 1,5 miliar.':
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
  'Investor name is missing.': 'Nama investor belum diisi.',
  'Investor is missing. Enter a name or a code.': 'Investor belum diisi. Isi nama atau kodenya.',
  'Type is missing. Choose one for rows without a type.': 'Tipe belum diisi. Pilih tipe untuk baris tanpa tipe.',
  'There is no investor type “{name}”. Add it in Master Data, or write another here.':
    'Tipe investor “{name}” tidak ada. Tambahkan di Data Master, atau tulis tipe lain di sini.',
  'The investor type “{name}” is inactive.': 'Tipe investor “{name}” sudah tidak dipakai.',
  'There is no {what} “{name}”. Add it in Master Data, or write another here.':
    'Tidak ada {what} “{name}”. Tambahkan di Data Master, atau tulis yang lain di sini.',
  'The {what} “{name}” is inactive.': '“{name}” ({what}) sudah tidak dipakai.',
  'Several investors are called {name}. Enter the investor’s code.':
    'Ada beberapa investor bernama {name}. Isi kode investor yang dimaksud.',
  '{code} is called {name} too.': '{code} juga bernama {name}.',
  '{name} already exists, and nothing is new.': '{name} sudah ada, dan tidak ada data baru.',
  'Adds {fields} to the investor of line {line}.': 'Menambahkan {fields} pada investor di baris {line}.',
  'Adds the contact to {name}, if it is new.': 'Menambahkan kontak pada {name}, jika belum ada.',
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
  'May be the same investment and payment as {place}: identical.':
    'Kemungkinan investasi dan pembayaran yang sama dengan {place}: sama persis.',
  'May be the same payment as another of {name}: identical.':
    'Kemungkinan pembayaran yang sama dengan pembayaran lain dari {name}: sama persis.',
  identical: 'sama persis',
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
  'Merged with {place}, as you chose.': 'Digabungkan dengan {place}, sesuai pilihan Anda.',
  '{name} has {known} as {field}{where}, and this row {amount}. Give it another reference, or the same amount.':
    '{name} memiliki {known} sebagai {field}{where}, sedangkan baris ini {amount}. Beri nomor referensi lain, atau jumlah yang sama.',
  'expected amount': 'jumlah perkiraan',
  'committed amount': 'jumlah komitmen',
  'Some rows look identical. First choose whether to keep both or merge them.':
    'Beberapa baris tampak sama. Tentukan dahulu apakah masing-masing investasi tersendiri.',
  'Adds {currency} {amount} of {day} to {name}.': 'Menambahkan {currency} {amount} tanggal {day} pada {name}.',
  'Status is missing: set to {status}.': 'Status belum diisi: dimulai sebagai {status}.',
  'Creates the investor {name}.': 'Membuat investor {name}.',
  'Creates the offering {name}.': 'Membuat penawaran {name}.',
  'The amount of the transaction {fault}.': 'Jumlah transaksi {fault}.',
  'The expected amount': 'Jumlah perkiraan',
  'The committed amount': 'Jumlah komitmen',
  'The valuation cap': 'Batas valuasi',
  'The lost reason': 'Alasan batal',
  'There is no default status for new investments. Choose one in Master Data.':
    'Belum ada status awal untuk investasi baru. Pilih satu di Data Master.',
  'The day of the transaction is missing.':
    'Ada dana yang berpindah, tetapi tanggalnya belum diisi. Isi tanggal transaksi.',
  'Someone else changed its investment. Import the row again.':
    'Investasinya diubah oleh orang lain. Impor lagi baris ini.',
  'The row that creates its investment could not be imported.': 'Baris yang membuat investasinya tidak dapat diimpor.',
  'Someone else added this number. Import the row again.':
    'Nomor ini baru saja ditambahkan oleh orang lain. Impor lagi baris ini.',
  'Changed since the import: that change is kept.': 'Sudah diubah setelah impor: perubahan itu dipertahankan.',
  'The contact has been changed or used since: it is kept.':
    'Kontak ini sudah diubah atau dipakai setelah impor: tetap dipertahankan.',
  'The investment is in a closed period: it is kept.':
    'Investasi ini berada dalam periode yang sudah ditutup: tetap dipertahankan.',
  'The transaction is in a closed period: it is kept.':
    'Transaksi ini berada dalam periode yang sudah ditutup: tetap dipertahankan.',
  'The investment has been changed since: it is kept.':
    'Investasi ini sudah diubah setelah impor: tetap dipertahankan.',
  'The investment has other transactions now: it is kept.':
    'Investasi ini sudah memiliki transaksi lain: tetap dipertahankan.',
  'The transaction has been changed since: it is kept.':
    'Transaksi ini sudah diubah setelah impor: tetap dipertahankan.',
  'The investor has been changed since: it is kept.': 'Investor ini sudah diubah setelah impor: tetap dipertahankan.',
  'This workbook has no such sheet.': 'Lembar ini tidak ada dalam buku kerja.',
}
