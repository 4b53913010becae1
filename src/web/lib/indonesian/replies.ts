// Indonesian: what people write back, and the answers.
import type { Dictionary } from '../text.ts'

export const replies: Dictionary = {
  '*bold*, _italic_ and ~strike~ work. Ctrl or ⌘ with Enter sends it.':
    '*tebal*, _miring_, dan ~coret~ berfungsi. Ctrl atau ⌘ dengan Enter mengirimnya.',
  'A number that WhatsApp does not tell': 'Nomor yang tidak diberitahukan WhatsApp',
  'Add as a contact': 'Tambahkan sebagai kontak',
  Answer: 'Jawab',
  'Automatic answer': 'Jawaban otomatis',
  'Answer to {name}': 'Jawaban untuk {name}',
  'Being sent': 'Sedang dikirim',
  Conversation: 'Percakapan',
  'Earlier messages': 'Pesan sebelumnya',
  'Everybody has been seen to. What people write next comes here.':
    'Semua sudah ditangani. Pesan berikutnya akan muncul di sini.',
  'It could not be sent.': 'Tidak dapat dikirim.',
  'Mark as unanswered': 'Tandai belum dijawab',
  'Nobody has written back yet. Replies to this broadcast stand here, and on each contact.':
    'Belum ada yang membalas. Balasan atas siaran ini tampil di sini, dan pada tiap kontak.',
  'No answer needed': 'Tidak perlu dijawab',
  'Not confirmed': 'Belum dikonfirmasi',
  'Not sent': 'Tidak terkirim',
  'Not sent: WhatsApp does not let this account write to them now.':
    'Tidak terkirim: WhatsApp kini tidak mengizinkan akun ini menulis kepada mereka.',
  'Not sent: WhatsApp has no keys to encrypt it for their phone.':
    'Tidak terkirim: WhatsApp tidak memiliki kunci untuk mengenkripsinya bagi ponsel mereka.',
  'Not sent: WhatsApp was busy for too long.': 'Tidak terkirim: WhatsApp terlalu lama sibuk.',
  'Not sent: an investor of theirs is marked “Do not contact”.':
    'Tidak terkirim: salah satu investornya ditandai “Jangan hubungi”.',
  'Not sent: it waited for a day.': 'Tidak terkirim: sudah menunggu sehari.',
  'Not sent: the session sends through something else by now.': 'Tidak terkirim: sesi kini mengirim lewat cara lain.',
  'Not sent: the session was removed.': 'Tidak terkirim: sesi dihapus.',
  'Not sent: their number is not on WhatsApp.': 'Tidak terkirim: nomornya tidak ada di WhatsApp.',
  'Not sent: they asked not to be written to.': 'Tidak terkirim: mereka meminta tidak dikirimi pesan.',
  'Nothing yet. What is sent to {name}, and what they write back, stands here.':
    'Belum ada. Yang dikirim kepada {name}, dan balasannya, tampil di sini.',
  '{count} people wait for an answer#other': '{count} orang menunggu jawaban',
  Replies: 'Balasan',
  'Replies ({count})': 'Balasan ({count})',
  'Send answer': 'Kirim jawaban',
  'Shortened here. The whole message is on the phone.': 'Dipersingkat di sini. Pesan lengkapnya ada di ponsel.',
  'Take back': 'Tarik kembali',
  'The answer could not be taken back': 'Jawaban tidak dapat ditarik kembali',
  'They have not written yet. An answer can be sent once they do.':
    'Mereka belum menulis. Jawaban bisa dikirim setelah mereka menulis.',
  'Waiting for an answer': 'Menunggu jawaban',
  'Waits for an answer': 'Menunggu jawaban',
  'Waits for its turn.': 'Menunggu giliran.',
  'Waits for the WhatsApp session, which is not connected.': 'Menunggu sesi WhatsApp, yang tidak terhubung.',
  'Waits for the pace of the session: {when}.': 'Menunggu tempo sesi: {when}.',
  'Waits to be sent': 'Menunggu dikirim',
  'WhatsApp has not confirmed it yet.': 'WhatsApp belum mengonfirmasinya.',
  'WhatsApp never confirmed it: it may or may not have arrived.':
    'WhatsApp tidak pernah mengonfirmasinya: mungkin sampai, mungkin tidak.',
  'Whose conversation': 'Percakapan siapa',
  'Write an answer': 'Tulis jawaban',
}
