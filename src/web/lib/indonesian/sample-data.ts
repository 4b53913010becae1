// Indonesian: sample data.
import type { Dictionary } from '../text.ts'

export const sampleData: Dictionary = {
  'All that came with it goes: investors, contacts, investments, offerings, rates, templates and broadcasts. Nothing else does.':
    'Semua data contoh dihapus: investor, kontak, investasi, penawaran, kurs, templat, dan siaran. Data lain tidak dihapus.',
  'For good: there is no way back.': 'Permanen: tidak dapat dipulihkan.',
  'It stays as it is.': 'Tidak diubah.',
  'Keep it': 'Pertahankan',
  'Look around and try everything. One press at the top of the page removes it.':
    'Silakan melihat-lihat dan mencoba semuanya. Hapus data contoh dengan satu tombol di bagian atas halaman.',
  'Look around with sample data': 'Coba dengan data contoh',
  'Remove it': 'Hapus',
  'Remove it too': 'Hapus juga',
  'Remove sample data': 'Hapus data contoh',
  'Remove the sample data?': 'Hapus data contoh?',
  'Sample data': 'Data contoh',
  'Sample data could not be put in': 'Data contoh tidak dapat ditambahkan',
  'Sample data is in': 'Data contoh ditambahkan',
  'The sample data is gone': 'Data contoh dihapus',
  'The sample records that it belongs to stay as well, and are yours from then on: {names}':
    'Data contoh yang terkait dengannya juga dipertahankan dan menjadi milik Anda: {names}',
  'This is yours:': 'Milik Anda:',
  'What is yours': 'Data milik Anda',
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
  'Somebody added to the sample data meanwhile. Look again at what would be removed.':
    'Ada yang menambahkan data pada data contoh. Periksa kembali apa yang akan dihapus.',
  'There are investors, investments or offerings of your own: sample data would mix with their sums.':
    'Sudah ada investor, investasi, atau penawaran milik Anda: data contoh akan tercampur dalam totalnya.',
}
