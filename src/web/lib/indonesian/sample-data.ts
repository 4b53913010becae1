// Indonesian: sample data.
import type { Dictionary } from '../text.ts'

export const sampleData: Dictionary = {
  'All sample investors, contacts, investments, offerings, rates, templates and broadcasts are deleted. Nothing else is deleted.':
    'Semua investor, kontak, investasi, penawaran, kurs, templat, dan siaran contoh dihapus. Data lain tidak dihapus.',
  'This cannot be undone.': 'Tidak dapat dipulihkan.',
  'It is not changed.': 'Tidak diubah.',
  Keep: 'Pertahankan',
  'Look around and try everything. You can remove it at the top of the page.':
    'Silakan melihat-lihat dan mencoba semuanya. Data contoh dapat dihapus di bagian atas halaman.',
  'Try with sample data': 'Coba dengan data contoh',
  Remove: 'Hapus',
  'Remove as well': 'Hapus juga',
  'Remove sample data': 'Hapus data contoh',
  'Remove the sample data?': 'Hapus data contoh?',
  'Sample data': 'Data contoh',
  'Sample data could not be added': 'Data contoh tidak dapat ditambahkan',
  'Sample data added': 'Data contoh ditambahkan',
  'Sample data removed': 'Data contoh dihapus',
  'Related sample records are kept, too, and become yours: {names}':
    'Data contoh yang terkait juga dipertahankan dan menjadi milik Anda: {names}',
  'These records are yours:': 'Data ini milik Anda:',
  'Your records': 'Data Anda',
  'You are looking at sample data.': 'Anda sedang melihat data contoh.',
  '{count} answers#other': '{count} jawaban',
  '{count} broadcast groups#other': '{count} grup siaran',
  '{count} broadcasts#other': '{count} siaran',
  '{count} changes of status#other': '{count} perubahan status',
  '{count} exchange rates#other': '{count} kurs',
  '{count} links between records#other': '{count} kaitan antardata',
  '{count} notes#other': '{count} catatan',
  '{count} offerings#other': '{count} penawaran',
  '{count} sessions#other': '{count} sesi',
  '{count} tags#other': '{count} tag',
  '{count} templates#other': '{count} templat',
  '{count} transactions#other': '{count} transaksi',
  '{records}, changed by you': '{records}, diubah oleh Anda',
}

/** Sentences of the server. */
export const toldOfSampleData: Dictionary = {
  'Sample investors need a type. Add an investor type first.':
    'Investor contoh memerlukan tipe. Tambahkan tipe investor dahulu.',
  'Someone has added records to the sample data. Check again what will be removed.':
    'Ada yang menambahkan data pada data contoh. Periksa kembali apa yang akan dihapus.',
  'You already have investors, investments or offerings. Sample data would distort their totals.':
    'Sudah ada investor, investasi, atau penawaran milik Anda: data contoh akan tercampur dalam totalnya.',
}
