// Indonesian: duplicates and merges.
import type { Dictionary } from '../text.ts'

export const merges: Dictionary = {
  'Contacts and investors that were probably entered twice.': 'Kontak dan investor yang mungkin dimasukkan dua kali.',
  'Find duplicates': 'Cari duplikat',
  'No duplicates found': 'Tidak ada duplikat',
  'Records with the same email address or the same name would be listed here.':
    'Data dengan alamat email atau nama yang sama akan tercantum di sini.',
  'The pair could not be left out': 'Pasangan ini tidak dapat dikecualikan',
  'Same email address': 'Alamat email sama',
  'Merged in the last {days} days': 'Digabungkan dalam {days} hari terakhir',
  'Undo the merge of {name}': 'Urungkan penggabungan {name}',
  'Same name': 'Nama sama',
  'Not duplicates: {name}': 'Bukan duplikat: {name}',
  'Not duplicates': 'Bukan duplikat',
  'Merge {name}': 'Gabungkan {name}',
  'Merge…': 'Gabungkan…',
  Merge: 'Gabungkan',
  Merges: 'Penggabungan',
  'Merge with…': 'Gabungkan dengan…',
  'Merge contacts': 'Gabungkan kontak',
  'Merge investors': 'Gabungkan investor',
  Records: 'Data',
  'The others are merged into the record that stays.': 'Data lainnya digabungkan ke data yang tetap ada.',
  'At most {count} records can be merged at once.': 'Paling banyak {count} data dapat digabungkan sekaligus.',
  'Add another record to merge.': 'Tambahkan data lain untuk digabungkan.',
  'An individual and an entity cannot be merged.': 'Perorangan dan institusi tidak dapat digabungkan.',
  'Take {name} out of the merge': 'Keluarkan {name} dari penggabungan',
  'Take out of the merge': 'Keluarkan dari penggabungan',
  Values: 'Nilai',
  'These fields differ. Choose the value to keep.': 'Isian ini berbeda. Pilih nilai yang dipakai.',
  'After the merge': 'Setelah digabungkan',
  'The records could not be loaded': 'Data tidak dapat dimuat',
  'The merge could not be undone': 'Penggabungan tidak dapat diurungkan',
  '{name} was merged': '{name} digabungkan',
  '{name} could not be merged': '{name} tidak dapat digabungkan',
  'Record that stays': 'Data yang tetap ada',
  'The contact keeps all their phone numbers and email addresses.':
    'Semua nomor telepon dan alamat email mereka tetap tersimpan di kontak ini.',
  'One of them opted out, so the merged contact is opted out.':
    'Salah satunya berhenti berlangganan, sehingga kontak gabungan juga berhenti berlangganan.',
  'Investments, notes, tags, groups and messages move to the record that stays. You can undo this for {days} days.':
    'Investasi, catatan, label, grup, dan pesan pindah ke data yang tetap ada. Penggabungan dapat diurungkan selama {days} hari.',
  '{count} notes#other': '{count} catatan',
  '{count} messages#other': '{count} pesan',
  'merge twice same double': 'gabung ganda sama kembar',
  'history who changed': 'riwayat siapa yang mengubah',
}
