// Indonesian: investor types, investment statuses, investment stages, and putting them in order.
import type { Dictionary } from '../text.ts'

export const masterData: Dictionary = {
  // Investor types
  'Add type': 'Tambah tipe',
  'Edit type': 'Ubah tipe',
  Entity: 'Institusi',
  For: 'Untuk',
  Individual: 'Perorangan',
  'No investor types yet': 'Belum ada tipe investor',
  'No type is named like that': 'Tidak ada tipe yang cocok',
  'What an investor is: each type is for persons or for entities.':
    'Tipe investor: setiap tipe berlaku untuk perorangan atau institusi.',
  '{count} investors#other': '{count} investor',

  // Statuses
  'Add status': 'Tambah status',
  'Begin new investments here': 'Jadikan status awal investasi',
  Category: 'Kategori',
  Committed: 'Komitmen',
  'Counted as committed; nothing is outstanding any more.':
    'Dihitung sebagai komitmen; tidak ada lagi yang belum disetor.',
  'Counted as committed; what is not funded yet is outstanding.':
    'Dihitung sebagai komitmen; selisihnya dengan yang disetor dihitung belum disetor.',
  Default: 'Bawaan',
  'Edit status': 'Ubah status',
  Exited: 'Divestasi',
  Funded: 'Disetor',
  'How much of the amount the weighted pipeline counts, unless the investment says otherwise.':
    'Porsi jumlah yang dihitung dalam pipeline tertimbang, kecuali diatur lain pada investasinya.',
  'In all totals they move from {before} to {after}.':
    'Dalam semua total, investasi ini pindah dari {before} ke {after}.',
  'In no total.': 'Tidak masuk total.',
  'In the pipeline, and counted as a soft commitment.': 'Masuk pipeline, dan dihitung sebagai komitmen awal.',
  'In the pipeline, weighted by its probability.': 'Masuk pipeline, dikalikan probabilitasnya.',
  Lost: 'Batal',
  'No status is named like that': 'Tidak ada status yang cocok',
  'No statuses yet': 'Belum ada status',
  Probability: 'Probabilitas',
  Prospect: 'Prospek',
  'Save and move {count} investments#other': 'Simpan dan pindahkan {count} investasi',
  'Soft commitment': 'Komitmen awal',
  'Where a deal stands, from the first talk to the end. The category of a status decides what it counts for.':
    'Posisi investasi, dari pembicaraan pertama hingga selesai. Kategori status menentukan total yang memuatnya.',
  '{count} investments have this status. In all totals they move from {before} to {after}.#other':
    '{count} investasi memiliki status ini. Dalam semua total, semuanya pindah dari {before} ke {after}.',
  '{count} investments#other': '{count} investasi',
  '{percent}%': '{percent}%',

  // Stages
  'Add stage': 'Tambah tahap',
  'Edit stage': 'Ubah tahap',
  'No stage is named like that': 'Tidak ada tahap yang cocok',
  'No stages yet': 'Belum ada tahap',
  'The funding stage of an investment, and what an investor prefers. To filter and group by.':
    'Tahap pendanaan investasi dan preferensi investor, untuk memfilter dan mengelompokkan.',
  '{count} records#other': '{count} data',

  // Each row
  Active: 'Aktif',
  Add: 'Tambah',
  'Choose where they go.': 'Pilih tujuan pemindahannya.',
  'In use by': 'Dipakai oleh',
  'More for {name}': 'Tindakan lain untuk {name}',
  Move: 'Pindahkan',
  'Move and delete': 'Pindahkan dan hapus',
  'Move down': 'Turunkan',
  'Move to': 'Pindahkan ke',
  'Move up': 'Naikkan',
  'Move {count} records to…#other': 'Pindahkan {count} data ke…',
  'Not in use': 'Tidak dipakai',
  'The order was not changed': 'Urutan tidak dapat diubah',
  '{name} (not active)': '{name} (nonaktif)',
  '{name} added': '{name} ditambahkan',
  '{name} deleted, {records} moved to {target}': '{name} dihapus, {records} dipindahkan ke {target}',
  '{name} is active': '{name} aktif',
  '{name} saved': '{name} disimpan',
  '{name} was not changed': '{name} tidak dapat diubah',
  '{name} was not deleted': '{name} tidak dapat dihapus',
  '{records} moved to {target}': '{records} dipindahkan ke {target}',
  '“{name}” is in use by {records}. Choose what they have instead.':
    '“{name}” dipakai oleh {records}. Pilih penggantinya.',
  '“{name}” is in use by {records}. Choose what they have instead; then it is deleted.':
    '“{name}” dipakai oleh {records}. Pilih penggantinya; setelah itu dihapus.',

  // Order
  'Move {name}': 'Pindahkan {name}',
  'Press Space to lift the row, the arrow keys to move it, Space to drop it, Escape to take it back.':
    'Tekan Spasi untuk mengangkat baris, tombol panah untuk memindahkan, Spasi untuk meletakkan, Escape untuk membatalkan.',
  'Taken back. {name} is at position {position} of {count}.':
    'Dibatalkan. {name} berada di posisi {position} dari {count}.',
  '{name} is at position {position} of {count}.': '{name} berada di posisi {position} dari {count}.',
  '{name} is dropped. It is at position {position} of {count}.':
    '{name} diletakkan. Posisinya {position} dari {count}.',
  '{name} is lifted. It is at position {position} of {count}.': '{name} diangkat. Posisinya {position} dari {count}.',

  // Colours
  Amber: 'Kuning tua',
  Blue: 'Biru',

  Cyan: 'Sian',
  Gray: 'Abu-abu',
  Green: 'Hijau',
  Indigo: 'Nila',
  Lime: 'Hijau limau',
  Orange: 'Jingga',
  Pink: 'Merah muda',
  Red: 'Merah',
  Teal: 'Hijau kebiruan',
  Violet: 'Ungu',
}
