// Indonesian: what people write back, and the answers.
import type { Dictionary } from '../text.ts'

export const replies: Dictionary = {
  '🎤 Voice message': '🎤 Pesan suara',
  '📷 Photo': '📷 Foto',
  '🎥 Video': '🎥 Video',
  '🖼️ Sticker': '🖼️ Stiker',
  '📄 Document': '📄 Dokumen',
  '📍 Location': '📍 Lokasi',
  '👤 Contact': '👤 Kontak',
  '💬 Other message': '💬 Pesan lain',
  'Format with *bold*, _italic_ and ~strike~. Send with Ctrl or ⌘ + Enter.':
    'Gunakan *tebal*, _miring_, dan ~coret~. Tekan Ctrl atau ⌘ dan Enter untuk mengirim.',
  'Hidden number': 'Nomor tersembunyi',
  'Add as a contact': 'Tambahkan sebagai kontak',
  Answer: 'Jawab',
  'Our answer': 'Jawaban kami',
  'Automatic answer': 'Jawaban otomatis',
  'Answer to {name}': 'Jawaban untuk {name}',
  'Being sent': 'Sedang dikirim',
  Conversation: 'Percakapan',
  'Earlier messages': 'Pesan sebelumnya',
  'All answered. New messages appear here.': 'Semua sudah ditangani. Pesan baru muncul di sini.',
  'The message could not be sent.': 'Pesan tidak dapat dikirim.',
  'Mark as unanswered': 'Tandai belum dijawab',
  'No answer needed': 'Tidak perlu dijawab',
  'Not confirmed': 'Tidak terkonfirmasi',
  'Not sent': 'Tidak terkirim',
  'Not sent: WhatsApp does not allow this account to message them right now.':
    'Tidak terkirim: WhatsApp sedang tidak mengizinkan akun ini mengirim pesan ke kontak ini.',
  'Not sent: WhatsApp has no encryption keys for their phone.':
    'Tidak terkirim: WhatsApp tidak memiliki kunci enkripsi untuk ponsel penerima.',
  'Not sent: WhatsApp was busy for too long.': 'Tidak terkirim: WhatsApp terlalu lama sibuk.',
  'Not sent: one of their investors is marked “Do not contact”.':
    'Tidak terkirim: salah satu investornya ditandai “Jangan hubungi”.',
  'Not sent: expired after a day.': 'Tidak terkirim: kedaluwarsa setelah sehari.',
  'Not sent: the session now uses a different connection.': 'Tidak terkirim: koneksi sesi sudah diganti.',
  'Not sent: the session was removed.': 'Tidak terkirim: sesi dihapus.',
  'Not sent: their number is not on WhatsApp.': 'Tidak terkirim: nomor ini tidak ada di WhatsApp.',
  'Not sent: they opted out.': 'Tidak terkirim: kontak ini berhenti berlangganan.',
  'No messages yet. Messages to {name} and their replies appear here.':
    'Belum ada pesan. Pesan kepada {name} dan balasannya tampil di sini.',
  '{count} people are waiting for an answer#other': '{count} orang menunggu jawaban',
  Replies: 'Balasan',
  'Replies ({count})': 'Balasan ({count})',
  'Send answer': 'Kirim jawaban',
  'Truncated. The full message is on the phone.': 'Dipersingkat. Pesan lengkap ada di ponsel.',
  'Internal note by {name}': 'Catatan internal dari {name}',
  'Cancel answer': 'Batalkan jawaban',
  'The answer could not be cancelled': 'Jawaban tidak dapat dibatalkan',
  'No messages yet. You can answer once they write.':
    'Belum ada pesan. Anda dapat menjawab setelah kontak ini mengirim pesan.',
  'Waiting for an answer': 'Menunggu jawaban',

  'Queued.': 'Dalam antrean.',
  'Waiting for the WhatsApp session, which is not connected.': 'Menunggu sesi WhatsApp, yang tidak terhubung.',
  'Waiting because of the sending speed: {when}.': 'Menunggu karena kecepatan kirim sesi: {when}.',
  'Waiting to be sent': 'Menunggu dikirim',
  'Not confirmed by WhatsApp yet.': 'Belum dikonfirmasi WhatsApp.',
  'Not confirmed by WhatsApp: it may or may not have arrived.':
    'Tidak dikonfirmasi WhatsApp: pesan mungkin sampai, mungkin tidak.',
  'Conversation with': 'Percakapan dengan',
  'Write an answer': 'Tulis jawaban',
}
