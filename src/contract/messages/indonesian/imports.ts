// Indonesian: imported files and their rows.
import type { imports as english } from '../english/imports.ts'
import type { Sentence } from '../sentence.ts'

export const imports: Record<keyof typeof english, Sentence> = {
  'import.row_failed':
    'Kabar tidak dapat menyimpan salah satu baris. Baris yang sudah diimpor tetap tersimpan; impor lagi berkasnya untuk sisanya.',
  'import.too_many_columns': 'Baris {row} memiliki lebih dari {max} kolom. Sisakan kolom nama, nomor, dan alamat.',
  'import.too_many_rows':
    'Berkas ini memiliki lebih dari {max, number} baris. Bagi berkasnya, lalu impor bagiannya satu per satu.',
  'import.file_too_large': 'Berkas ini lebih besar dari 32 MB. Bagi berkasnya, lalu impor bagiannya satu per satu.',
  'import.too_much_text':
    'Berkas ini memuat lebih dari {max} juta karakter teks. Sisakan kolom yang diperlukan, atau bagi berkasnya.',
  'import.too_many_filled_cells':
    'Lembar ini memiliki lebih dari {max, number} sel terisi. Sisakan kolom yang diperlukan, atau bagi berkasnya.',
  'import.no_phone_column': 'Kolom nomor telepon tidak ditemukan. Pilih kolom yang berisi nomor telepon.',
  'import.file_empty': 'Berkas ini kosong. Pilih berkas dengan judul kolom dan satu baris untuk setiap data.',
  'import.already_started': 'Impor ini sudah dimulai. Hasilnya dapat dikembalikan.',
  'import.formats_undecided': 'Pilih dahulu format angka dan tanggal dalam berkas ini.',
  'import.rows_deleted': 'Baris dihapus 90 hari setelah impor. Data yang diimpor tetap ada.',
  'import.not_ended': 'Hanya impor yang sudah selesai yang dapat dikembalikan.',
  'import.still_runs': 'Hanya data dari impor yang sudah selesai yang dapat diberi tag atau dikelompokkan.',
  'import.no_contacts': 'Semua kontak dari impor ini sudah dihapus.',
  'import.no_tags': 'Penawaran tidak memiliki tag.',
  'import.no_room_for_tag': '{count, number} kontak sudah memiliki terlalu banyak tag. Hapus sebagian, lalu coba lagi.',
  'import.not_running': 'Hanya impor yang sedang berjalan yang dapat dibatalkan.',
  'import.duplicates_undecided': 'Beberapa baris tampak sama. Pilih dahulu: pertahankan keduanya atau gabungkan.',
  'import.number_just_added': 'Nomor ini baru saja ditambahkan oleh orang lain. Impor lagi baris ini.',
  'file.empty': 'Berkas ini kosong.',
  'file.required': 'Pilih berkas.',
  'file.is_pdf': 'Ini PDF. Kabar membaca berkas CSV, Excel (.xlsx), dan vCard.',
  'file.not_text': 'Ini bukan berkas teks. Kabar membaca berkas CSV, Excel (.xlsx), dan vCard.',
  'file.is_xls':
    'Ini buku kerja Excel lama (.xls), atau dilindungi kata sandi. Simpan sebagai .xlsx tanpa kata sandi, lalu pilih berkas itu.',
  'file.is_zip': 'Ini arsip zip, bukan buku kerja Excel. Pilih berkas yang ada di dalamnya.',
  'file.is_xlsb': 'Ini buku kerja Excel biner (.xlsb). Simpan sebagai .xlsx, lalu pilih berkas itu.',
  'file.is_ods': 'Ini spreadsheet OpenDocument (.ods). Simpan sebagai .xlsx, lalu pilih berkas itu.',
  'file.is_numbers': 'Ini spreadsheet Numbers. Ekspor sebagai Excel (.xlsx), lalu pilih berkas itu.',
  'file.is_word': 'Ini dokumen Word. Salin tabelnya lalu tempel selnya, atau simpan sebagai CSV.',
  'file.is_json': 'Ini JSON, bukan tabel. Simpan sebagai CSV, lalu pilih berkas itu.',
  'file.is_web_page': 'Ini halaman web, bukan tabel. Simpan sebagai CSV, lalu pilih berkas itu.',
  'file.is_xml': 'Ini berkas XML, bukan tabel. Simpan sebagai CSV, lalu pilih berkas itu.',
  'csv.quote_open':
    'Tanda kutip di baris {row} tidak ditutup. Tutup atau hapus tanda kutipnya, lalu pilih lagi berkasnya.',
  'csv.not_table': 'Mulai baris {row}, isi berkas ini bukan tabel. Perbaiki baris itu, lalu pilih lagi berkasnya.',
  'csv.row_too_long': 'Satu baris dalam berkas ini terlalu panjang. Bagi atau hapus baris itu.',
  'workbook.incomplete': 'Buku kerja ini tidak lengkap. Salin atau unduh lagi.',
  'workbook.damaged':
    'Buku kerja ini rusak, atau dilindungi kata sandi. Simpan lagi di Excel, atau simpan lembarnya sebagai CSV.',
  'workbook.too_large': 'Buku kerja ini terlalu besar untuk dibuka. Simpan lembarnya sebagai CSV, atau bagi berkasnya.',
  'workbook.no_sheet': 'Lembar ini tidak ada dalam buku kerja.',
  'archive.organization_not_empty':
    'Organisasi ini sudah memiliki {what}. Arsip hanya dapat diimpor ke organisasi yang belum berisi data.',
  'archive.inconsistent': 'Isi arsip ini tidak konsisten. {fault}',
  'archive.commitment_missing': 'investments: {reference} perlu jumlah komitmen, atau alasan batalnya.',
  'archive.investment_decimals': 'investments: {reference} memiliki terlalu banyak desimal untuk {currency}.',
  'archive.transaction_fault':
    'transactions: salah satu transaksi {reference} memiliki terlalu banyak desimal untuk {currency}, atau lunas pada tanggal mendatang.',
  'archive.no_default_status': 'investment_statuses: tidak ada status bawaan untuk investasi baru.',
  'archive.no_base_currency': 'enabled_currencies: mata uang dasar tidak ada.',
  'archive.row_fault': 'json/{table}.jsonl, baris {line}: {fault}. Tidak ada yang diimpor.',
  'archive.rows_inconsistent':
    'json/{table}.jsonl: satu baris tidak konsisten dengan baris lain. Tidak ada yang diimpor.',
  'archive.not_export': 'Ini bukan arsip “Ekspor semua”. Pilih berkas ZIP yang dibuat Kabar.',
  'archive.damaged': 'Arsip ini rusak atau terlalu besar. Ekspor semua lagi, lalu pilih berkas barunya.',
  'archive.too_many_rows':
    'Arsip ini memiliki lebih dari 1.000.000 baris. Minta administrator Anda memindahkan basis datanya.',
}
