// Indonesian: texts of a statement in a PDF.
import type { statements as english } from '../english/statements.ts'
import type { Sentence } from '../sentence.ts'

export const statements: Record<keyof typeof english, Sentence> = {
  'statement.title': 'Laporan investasi',
  'statement.as_of': 'Laporan investasi per {day}',
  'statement.commitments': 'Komitmen',
  'statement.payments': 'Pembayaran',
  'statement.due': 'Belum dibayar',
  'statement.investment': 'Investasi',
  'statement.committed': 'Komitmen',
  'statement.funded': 'Disetor',
  'statement.outstanding': 'Belum disetor',
  'statement.distributed': 'Distribusi',
  'statement.date': 'Tanggal',
  'statement.no_date': 'Tanpa tanggal',
  'statement.paid_in': 'Disetor',
  'statement.paid_out': 'Dibayarkan',
  'statement.amount': 'Jumlah',
  'statement.all_in': 'Semua dalam {currency}',
  'statement.none': 'Belum ada komitmen atau pembayaran sampai tanggal ini.',
  'statement.note':
    'Disetor adalah setoran dikurangi pengembalian setoran; belum disetor adalah komitmen yang belum dibayar.',
  'statement.page': 'Halaman {page} dari {pages}',
  'statement.contribution': 'Setoran',
  'statement.distribution': 'Distribusi',
  'statement.return_of_capital': 'Pengembalian modal',
  'statement.fee': 'Biaya',
  'statement.refund': 'Pengembalian setoran',
}
