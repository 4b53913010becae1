// Indonesian: sample data.
import type { Dictionary } from '../text.ts'

export const sampleData: Dictionary = {
  'All sample records are permanently deleted, with everything that you have changed or added among them. Your own organization stays as it is. You can open new sample data at any time.':
    'Semua data contoh dihapus permanen, termasuk semua yang telah Anda ubah atau tambahkan di dalamnya. Organisasi Anda sendiri tidak berubah. Anda dapat membuka data contoh baru kapan saja.',
  'Back to my organization': 'Kembali ke organisasi saya',
  'Back to {organization}': 'Kembali ke {organization}',
  'Delete sample data': 'Hapus data contoh',
  'Delete the sample data?': 'Hapus data contoh?',
  'Sample data': 'Data contoh',
  'Sample data could not be deleted': 'Data contoh tidak dapat dihapus',
  'Sample data could not be opened': 'Data contoh tidak dapat dibuka',
  'Try with sample data': 'Coba dengan data contoh',
  'You are looking at sample data.': 'Anda sedang melihat data contoh.',
}
