// Indonesian: erasure of a person.
import type { Dictionary } from '../text.ts'

export const erasures: Dictionary = {
  'Investors: name and details': 'Investor: nama dan rincian',
  'Investments: title, notes and reasons': 'Investasi: judul, catatan, dan alasan',
  'Received messages': 'Pesan masuk',
  'Answers and direct messages': 'Jawaban dan pesan langsung',
  'Broadcast messages: name, number and text': 'Pesan siaran: nama, nomor, dan teks',
  'Files sent only to this person': 'Berkas yang hanya dikirim ke orang ini',
  'Rows of imported files': 'Baris berkas yang diimpor',
  'Other traces of the number': 'Jejak nomor lainnya',
  'Investments: amounts and days': 'Investasi: jumlah dan tanggal',
  'Transactions: amounts and days': 'Transaksi: jumlah dan tanggal',
  'Broadcast messages: status and times': 'Pesan siaran: status dan waktu',
  'Consents, as a digest of the number': 'Persetujuan, sebagai sidik nomor',
  'Personal data erased': 'Data pribadi dihapus',
  'Erase personal data?': 'Hapus data pribadi?',
  'Erase personal data…': 'Hapus data pribadi…',
  'Everything about {name} is erased at once. This cannot be undone.':
    'Semua data tentang {name} dihapus sekaligus. Tindakan ini tidak dapat diurungkan.',
  Erased: 'Dihapus',
  Erase: 'Hapus',
  'What stays, without a name': 'Yang tetap ada, tanpa nama',
  'A message that is being sent may still arrive. WhatsApp keeps its own copies on the phones.':
    'Pesan yang sedang dikirim masih mungkin sampai. WhatsApp menyimpan salinannya sendiri di ponsel.',
  'The certificate says what was erased, without personal data. It can also be saved later under Account › Data.':
    'Sertifikat memuat apa yang dihapus, tanpa data pribadi. Sertifikat juga dapat disimpan nanti di Akun › Data.',
  'Save certificate: {name}': 'Simpan sertifikat: {name}',
  'Save certificate': 'Simpan sertifikat',
  'Nobody has been erased yet.': 'Belum ada data pribadi yang dihapus.',
  'Erased personal data': 'Data pribadi yang dihapus',
  'Who erased a person, and when. Each certificate says what was erased, without personal data.':
    'Siapa yang menghapus data pribadi, dan kapan. Setiap sertifikat memuat apa yang dihapus, tanpa data pribadi.',
}
