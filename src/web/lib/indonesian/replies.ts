// Indonesian: what people write back, and the answers.
import type { Dictionary } from '../text.ts'

export const replies: Dictionary = {
  '*bold*, _italic_ and ~strike~ work. Ctrl or ⌘ with Enter sends it.':
    'Gunakan *tebal*, _miring_, dan ~coret~. Tekan Ctrl atau ⌘ dan Enter untuk mengirim.',
  'A number that WhatsApp does not tell': 'Nomor tersembunyi',
  'Add as a contact': 'Tambahkan sebagai kontak',
  Answer: 'Jawab',
  'Automatic answer': 'Jawaban otomatis',
  'Answer to {name}': 'Jawaban untuk {name}',
  'Being sent': 'Sedang dikirim',
  Conversation: 'Percakapan',
  'Earlier messages': 'Pesan sebelumnya',
  'Everybody has been seen to. What people write next comes here.': 'Semua sudah ditangani. Pesan baru muncul di sini.',
  'It could not be sent.': 'Tidak dapat dikirim.',
  'Mark as unanswered': 'Tandai belum dijawab',
  'Nobody has written back yet. Replies to this broadcast stand here, and on each contact.':
    'Belum ada yang membalas. Balasan atas siaran ini tampil di sini dan pada setiap kontak.',
  'No answer needed': 'Tidak perlu dijawab',
  'Not confirmed': 'Tidak terkonfirmasi',
  'Not sent': 'Tidak terkirim',
  'Not sent: WhatsApp does not let this account write to them now.':
    'Tidak terkirim: WhatsApp sedang tidak mengizinkan akun ini mengirim pesan ke kontak ini.',
  'Not sent: WhatsApp has no keys to encrypt it for their phone.':
    'Tidak terkirim: WhatsApp tidak memiliki kunci enkripsi untuk ponsel penerima.',
  'Not sent: WhatsApp was busy for too long.': 'Tidak terkirim: WhatsApp terlalu lama sibuk.',
  'Not sent: an investor of theirs is marked “Do not contact”.':
    'Tidak terkirim: salah satu investornya ditandai “Jangan hubungi”.',
  'Not sent: it waited for a day.': 'Tidak terkirim: sudah menunggu selama sehari.',
  'Not sent: the session sends through something else by now.': 'Tidak terkirim: koneksi sesi sudah diganti.',
  'Not sent: the session was removed.': 'Tidak terkirim: sesi dihapus.',
  'Not sent: their number is not on WhatsApp.': 'Tidak terkirim: nomor ini tidak ada di WhatsApp.',
  'Not sent: they asked not to be written to.': 'Tidak terkirim: kontak ini berhenti berlangganan.',
  'Nothing yet. What is sent to {name}, and what they write back, stands here.':
    'Belum ada pesan. Pesan kepada {name} dan balasannya tampil di sini.',
  '{count} people wait for an answer#other': '{count} orang menunggu jawaban',
  Replies: 'Balasan',
  'Replies ({count})': 'Balasan ({count})',
  'Send answer': 'Kirim jawaban',
  'Shortened here. The whole message is on the phone.': 'Dipersingkat. Pesan lengkap ada di ponsel.',
  'Take back': 'Batalkan',
  'The answer could not be taken back': 'Jawaban tidak dapat dibatalkan',
  'They have not written yet. An answer can be sent once they do.':
    'Belum ada pesan. Anda dapat menjawab setelah kontak ini mengirim pesan.',
  'Waiting for an answer': 'Menunggu jawaban',
  'Waits for an answer': 'Menunggu jawaban',
  'Waits for its turn.': 'Dalam antrean.',
  'Waits for the WhatsApp session, which is not connected.': 'Menunggu sesi WhatsApp, yang tidak terhubung.',
  'Waits for the pace of the session: {when}.': 'Menunggu kecepatan kirim sesi: {when}.',
  'Waits to be sent': 'Menunggu dikirim',
  'WhatsApp has not confirmed it yet.': 'Belum dikonfirmasi WhatsApp.',
  'WhatsApp never confirmed it: it may or may not have arrived.':
    'Tidak dikonfirmasi WhatsApp: pesan mungkin sampai, mungkin tidak.',
  'Whose conversation': 'Percakapan dengan',
  'Write an answer': 'Tulis jawaban',
}
