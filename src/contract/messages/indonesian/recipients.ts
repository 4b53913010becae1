// Indonesian: why a recipient did not get, or does not yet get, a message.
import type { recipients as english } from '../english/recipients.ts'
import type { Sentence } from '../sentence.ts'

export const recipients: Record<keyof typeof english, Sentence> = {
  'recipient.no_number': 'Tidak memiliki nomor WhatsApp',
  'recipient.opted_out': 'Berhenti berlangganan',
  'recipient.do_not_contact': 'Salah satu investornya ditandai “Jangan hubungi”',
  'recipient.template_error': 'Pesan kosong atau tidak valid untuk kontak ini',
  'recipient.template_too_complex': 'Templat terlalu rumit untuk diisi bagi kontak ini',
  'recipient.broadcast_failed': 'Siaran gagal sebelum pesan ini dikirim',
  'recipient.contact_deleted': 'Kontak dihapus sebelum pesan dikirim',
  'recipient.same_number': 'Nomor ini sudah dimiliki penerima lain dalam siaran ini',
  'recipient.changed_since_approval': 'Pesan atau nomornya berubah setelah disetujui',
  'recipient.not_on_whatsapp': 'Tidak ada di WhatsApp',
  'recipient.no_keys': 'WhatsApp tidak memiliki kunci enkripsi untuk ponsel penerima',
  'recipient.no_devices': 'WhatsApp tidak meneruskannya ke perangkat penerima mana pun',
  'recipient.reachout_locked': 'WhatsApp sedang tidak mengizinkan akun ini memulai obrolan baru',
  'recipient.unconfirmed':
    'Tidak dikonfirmasi WhatsApp: pesan mungkin sampai, mungkin tidak, jadi Kabar tidak mengirim ulang secara otomatis',
  'recipient.line_lost': 'Koneksi terputus saat pesan dikirim',
  'recipient.busy': 'WhatsApp meminta pengiriman dicoba lagi nanti',
  'recipient.not_connected': 'Sesi tidak terhubung',
  'recipient.not_in_group': 'Akun ini bukan anggota grup',
  'recipient.may_not_post': 'Akun ini tidak boleh mengirim di grup ini',
  'recipient.not_known':
    'Belum pernah mengirim pesan ke nomor ini, sedangkan sesi ini hanya mengirim ke kontak yang dikenal',
  'recipient.hours': 'Menunggu jam kirim',
  'recipient.recently_messaged': 'Menunggu: baru saja menerima siaran lain',
  'recipient.new_chat_cap': 'Menunggu: batas obrolan baru tercapai',
  'recipient.hold': 'Menunggu: ditahan WhatsApp',
  'recipient.rate_overlimit': 'WhatsApp menahan akun ini',
  'recipient.expired': 'Kedaluwarsa sebelum terkirim',
  'recipient.no_longer_applies': 'Sudah menerima, membaca, atau membalas pesan pertama',
  'recipient.other_session': 'Grup milik sesi lain',
  'recipient.group_removed': 'Grup dihapus',
  'recipient.session_removed': 'Sesi grup dihapus',
  'recipient.missing_values': 'Tidak diisi: {variables}',
  'recipient.other': '{reason}',
}
