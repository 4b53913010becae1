// Indonesian: names and values inside other messages.
import type { labels as english } from '../english/labels.ts'
import type { Sentence } from '../sentence.ts'

export const labels: Record<keyof typeof english, Sentence> = {
  'label.this_organization': 'organisasi ini',
  'label.broadcast_groups': 'grup siaran',
  'label.broadcasts': 'siaran',
  'label.contacts': 'kontak',
  'label.exchange_rates': 'kurs',
  'label.imports': 'impor',
  'label.investments': 'investasi',
  'label.investors': 'investor',
  'label.members': 'anggota',
  'label.notes': 'catatan',
  'label.offerings': 'penawaran',
  'label.opt_outs': 'permintaan berhenti',
  'label.tags': 'tag',
  'label.tasks': 'tugas',
  'label.templates': 'templat',
  'label.running_sessions': 'sesi WhatsApp yang berjalan atau tertaut ke ponsel',
  'label.setting_fault': 'salah satu pengaturan tidak valid',
  'label.column_fault': '{column} {fault}',
  'label.not_row': 'bukan sebuah baris',
  'label.too_long': 'terlalu panjang',
  'value.not_date': '“{text}” bukan tanggal seperti 2026-11-20.',
  'value.not_currency': '“{text}” bukan kode mata uang yang dikenal Kabar.',
  'value.not_rate': '“{text}” bukan kurs seperti 16400.50, dengan maksimal 15 desimal.',
  'value.not_email': '“{text}” bukan alamat email.',
}
