// Indonesian: sample data.
import type { Dictionary } from '../text.ts'

export const sampleData: Dictionary = {
  'All that came with it goes: investors, contacts, investments, offerings, rates, templates and broadcasts. Nothing else does.':
    'Semua yang datang bersamanya hilang: investor, kontak, investasi, penawaran, kurs, templat, dan siaran. Yang lain tidak.',
  'For good: there is no way back.': 'Untuk selamanya: tidak bisa dikembalikan.',
  'It stays as it is.': 'Tetap seperti adanya.',
  'Keep it': 'Simpan',
  'Look around and try everything. One press at the top of the page removes it.':
    'Lihat-lihat dan coba semuanya. Satu tekan di bagian atas halaman menghapusnya.',
  'Look around with sample data': 'Lihat-lihat dengan data contoh',
  'Remove it': 'Hapus',
  'Remove it too': 'Hapus juga',
  'Remove sample data': 'Hapus data contoh',
  'Remove the sample data?': 'Hapus data contoh?',
  'Sample data': 'Data contoh',
  'Sample data could not be put in': 'Data contoh tidak dapat dimasukkan',
  'Sample data is in': 'Data contoh sudah masuk',
  'The sample data is gone': 'Data contoh sudah hilang',
  'The sample records that it belongs to stay as well, and are yours from then on: {names}':
    'Data contoh yang menjadi tempatnya juga tetap ada, dan sejak itu menjadi milik Anda: {names}',
  'This is yours:': 'Ini milik Anda:',
  'What is yours': 'Yang milik Anda',
  'You are looking at sample data.': 'Anda sedang melihat data contoh.',
  '{count} answers#other': '{count} jawaban',
  '{count} broadcast groups#other': '{count} grup siaran',
  '{count} broadcasts#other': '{count} siaran',
  '{count} changes of status#other': '{count} perubahan status',
  '{count} exchange rates#other': '{count} kurs',
  '{count} links between records#other': '{count} hubungan antardata',
  '{count} notes#other': '{count} catatan',
  '{count} offerings#other': '{count} penawaran',
  '{count} sessions#other': '{count} sesi',
  '{count} tags#other': '{count} tag',
  '{count} templates#other': '{count} templat',
  '{count} transactions#other': '{count} transaksi',
  '{records}, changed by you': '{records}, diubah oleh Anda',
}

/** Of the server. */
export const toldOfSampleData: Dictionary = {
  'Sample investors need a type. Add an investor type first.':
    'Investor contoh memerlukan tipe. Tambahkan tipe investor dulu.',
  'Somebody added to the sample data meanwhile. Look again at what would be removed.':
    'Seseorang menambahkan sesuatu pada data contoh sementara itu. Lihat lagi apa yang akan dihapus.',
  'There are investors, investments or offerings of your own: sample data would mix with their sums.':
    'Ada investor, investasi, atau penawaran milik Anda sendiri: data contoh akan tercampur dengan jumlahnya.',
}
