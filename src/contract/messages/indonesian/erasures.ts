// Indonesian: texts of the certificate of an erasure, and of its confirmation.
import type { erasures as english } from '../english/erasures.ts'
import type { Sentence } from '../sentence.ts'

export const erasures: Record<keyof typeof english, Sentence> = {
  'erasure.certificate': 'Sertifikat penghapusan data',
  'erasure.statement':
    'Data pribadi satu orang telah dihapus atas permintaan, dalam satu langkah yang tidak dapat diurungkan. Sertifikat ini tidak memuat data pribadi.',
  'erasure.erased': 'Dihapus',
  'erasure.kept': 'Yang tetap ada, tanpa nama',
  'erasure.kind_contacts': 'Kontak',
  'erasure.kind_investors': 'Investor: nama dan rincian',
  'erasure.kind_investment_texts': 'Investasi: judul, catatan, dan alasan',
  'erasure.kind_notes': 'Catatan',
  'erasure.kind_tasks': 'Tugas',
  'erasure.kind_replies': 'Pesan masuk',
  'erasure.kind_answers': 'Jawaban dan pesan langsung',
  'erasure.kind_recipients': 'Pesan siaran: nama, nomor, dan teks',
  'erasure.kind_files': 'Berkas yang hanya dikirim ke orang ini',
  'erasure.kind_import_rows': 'Baris berkas yang diimpor',
  'erasure.kind_traces': 'Jejak nomor lainnya',
  'erasure.kept_investments': 'Investasi: jumlah dan tanggal',
  'erasure.kept_transactions': 'Transaksi: jumlah dan tanggal',
  'erasure.kept_recipients': 'Pesan siaran: status dan waktu',
  'erasure.kept_consents': 'Persetujuan, sebagai sidik nomor',
  'erasure.digests': 'Sidik nomor (SHA-256 dengan rahasia organisasi)',
  'erasure.name_differs': 'harus sama dengan nama: {name}',
  'erasure.one_person': 'harus satu kontak atau satu investor',
}
