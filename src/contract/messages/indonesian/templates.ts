// Indonesian: templates.
import type { templates as english } from '../english/templates.ts'
import type { Sentence } from '../sentence.ts'

export const templates: Record<keyof typeof english, Sentence> = {
  'template.in_use': 'Siaran “{name}” akan segera mengirim templat ini. Ubah atau batalkan dahulu siaran itu.',
  'template.colon_missing': 'Tanda titik dua setelah nama filter belum ada.',
  'template.loop_source':
    'Perulangan hanya untuk angka biasa, {% for i in (1..3) %}, atau untuk investasi, {% for investment in investments %}.',
  'template.loop_needed':
    'Jika ada beberapa investasi, tulis satu per satu: {% for investment in investments %}…{% endfor %}.',
  'template.currencies_differ': 'Jumlah dalam mata uang berbeda hanya dapat dibandingkan dengan 0.',
  'template.filter_unsuitable': '“{variable}” tidak dapat ditulis dengan “{filter}”.',
  'template.unknown_date_token': 'Tanggal tidak memiliki “{token}”. Yang ada: {names}.',
  'template.use_today': 'Tanggal hari ini adalah “organization.today”.',
  'template.part_empty': 'Sebagian pesan menjadi kosong untuk kontak ini.',
  'template.too_many_parts': 'Templat dapat memuat maksimal {count} variabel, tag, dan filter.',
  'template.name_taken': 'Nama ini sudah dipakai templat lain. Pilih nama yang berbeda.',
  'template.too_many_loops': 'Perulangan dapat berjalan maksimal {count} kali secara keseluruhan.',
  'template.changed': 'Templat ini diubah oleh orang lain setelah Anda membukanya.',
  'template.unexpected_text': 'Ada bagian yang tidak pada tempatnya: filter diawali “|”, perbandingan ditulis “==”.',
  'template.pipe_missing': 'Ada yang kurang pada “{tag}”, misalnya “|”.',
  'template.incomplete': 'Ada yang kurang pada “{tag}”.',
  'template.too_deep': 'Tag dapat bertingkat maksimal {count} lapis.',
  'template.result_empty': 'Pesan ini kosong untuk kontak ini.',
  'template.empty': 'Pesan masih kosong: tulis pesannya.',
  'template.too_long': 'Pesan dapat memuat maksimal {count, number} karakter.',
  'template.date_format_too_long': 'Format tanggal dapat memuat maksimal {count} karakter.',
  'template.too_complex': 'Templat ini terlalu rumit untuk diproses. Sederhanakan.',
  'template.unknown_filter': 'Tidak ada filter “{name}”. Yang ada: {names}.',
  'template.unknown_tag': 'Tidak ada tag “{name}”. Yang ada: {names}.',
  'template.at': 'Baris {line}, kolom {column}: {message}',
  'template.braces_empty': 'Tanda kurung kurawal ini kosong.',
  'template.invalid_expression': 'Bagian ini tidak dapat dibaca: {text}.',
  'template.unparsable': 'Templat ini tidak dapat dibaca. Sederhanakan.',
  'template.too_many_repetitions': 'Terlalu banyak pengulangan: persingkat perulangan atau isinya.',
  'template.no_closing_tag': '{tag} tidak memiliki penutup.',
  'template.not_variable': '{text} bukan variabel.',
  'template.never_opened': '“{tag}” menutup tag yang tidak pernah dibuka.',
  'template.not_closed': '“{tag}” tidak ditutup: tanda kurung kurawal atau kutip kurang.',
  'template.no_opening_tag': '“{tag}” tidak memiliki pembuka.',
  'template.unknown_variable': 'Tidak ada variabel “{name}”.',
  'template.unknown_variable_hint': 'Tidak ada variabel “{name}”. Maksud Anda “{other}”?',
}
