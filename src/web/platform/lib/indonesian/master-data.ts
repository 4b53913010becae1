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
  'No types match': 'Tidak ada tipe yang cocok',
  'Each investor type is for individuals or for entities.':
    'Setiap tipe investor berlaku untuk perorangan atau institusi.',
  '{count} investors#other': '{count} investor',

  // Statuses
  'Add status': 'Tambah status',
  'Set as default': 'Jadikan status bawaan',
  Category: 'Kategori',
  Committed: 'Komitmen',
  'Counts as committed; nothing is outstanding.': 'Dihitung sebagai komitmen; tidak ada yang belum disetor.',
  'Counts as committed; the unfunded part is outstanding.':
    'Dihitung sebagai komitmen; selisihnya dengan yang disetor dihitung belum disetor.',
  Default: 'Bawaan',
  'Edit status': 'Ubah status',
  Exited: 'Divestasi',
  Funded: 'Disetor',
  'Share of the amount in the weighted pipeline, unless set on the investment.':
    'Porsi jumlah yang dihitung dalam pipeline tertimbang, kecuali diatur lain pada investasinya.',
  'In all totals they move from {before} to {after}.':
    'Dalam semua total, investasi ini pindah dari {before} ke {after}.',
  'Not included in totals.': 'Tidak masuk total.',
  'In the pipeline, and counts as a soft commitment.': 'Masuk pipeline, dan dihitung sebagai komitmen awal.',
  'In the pipeline, weighted by its probability.': 'Masuk pipeline, dikalikan probabilitasnya.',
  Lost: 'Batal',
  'No statuses match': 'Tidak ada status yang cocok',
  'No statuses yet': 'Belum ada status',
  Probability: 'Probabilitas',
  Prospect: 'Prospek',
  'Save and move {count} investments#other': 'Simpan dan pindahkan {count} investasi',
  'Soft commitment': 'Komitmen awal',
  'The phase of a deal, from first talks to exit. The category of a status decides which totals include it.':
    'Posisi investasi, dari pembicaraan pertama hingga selesai. Kategori status menentukan total yang memuatnya.',
  '{count} investments have this status. In all totals they move from {before} to {after}.#other':
    '{count} investasi memiliki status ini. Dalam semua total, semuanya pindah dari {before} ke {after}.',
  '{count} investments#other': '{count} investasi',
  '{percent}%': '{percent}%',

  // Stages
  'Add stage': 'Tambah tahap',
  'Edit stage': 'Ubah tahap',
  'No stages match': 'Tidak ada tahap yang cocok',
  'No stages yet': 'Belum ada tahap',
  'Funding stages of investments and preferences of investors, for filters and groups.':
    'Tahap pendanaan investasi dan preferensi investor, untuk memfilter dan mengelompokkan.',
  '{count} records#other': '{count} data',

  // Each row
  Active: 'Aktif',
  'Not active': 'Tidak aktif',
  Add: 'Tambah',
  'Choose where to move them.': 'Pilih tujuan pemindahannya.',
  'In use by': 'Dipakai oleh',
  'More for {name}': 'Tindakan lain untuk {name}',
  Move: 'Pindahkan',
  'Move and delete': 'Pindahkan dan hapus',
  'Move down': 'Turunkan',
  'Move to': 'Pindahkan ke',
  'Move up': 'Naikkan',
  'Move {count} records to…#other': 'Pindahkan {count} data ke…',
  'Not in use': 'Tidak dipakai',
  'The order could not be changed': 'Urutan tidak dapat diubah',
  '{name} (not active)': '{name} (nonaktif)',
  '{name} added': '{name} ditambahkan',
  '{name} deleted, {records} moved to {target}': '{name} dihapus, {records} dipindahkan ke {target}',
  '{name} is active': '{name} aktif',
  '{name} saved': '{name} disimpan',

  '{records} moved to {target}': '{records} dipindahkan ke {target}',
  '“{name}” is in use by {records}. Choose a replacement.': '“{name}” dipakai oleh {records}. Pilih penggantinya.',
  '“{name}” is in use by {records}. Choose a replacement; then it is deleted.':
    '“{name}” dipakai oleh {records}. Pilih penggantinya; setelah itu dihapus.',

  // Order
  'Move {name}': 'Pindahkan {name}',
  'Press Space to lift the row, the arrow keys to move it, Space to drop it, Escape to cancel.':
    'Tekan Spasi untuk mengangkat baris, tombol panah untuk memindahkan, Spasi untuk meletakkan, Escape untuk membatalkan.',
  'Cancelled. {name} is at position {position} of {count}.':
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
