// Indonesian: messages to one contact.
import type { Dictionary } from '../text.ts'

export const directMessages: Dictionary = {
  'New message': 'Pesan baru',
  'Add a number': 'Tambah nomor',
  'Send a test to my number': 'Kirim uji coba ke nomor saya',
  'Open in WhatsApp': 'Buka di WhatsApp',
  'Ctrl + Enter sends': 'Ctrl + Enter untuk mengirim',
  '⌘ + Enter sends': '⌘ + Enter untuk mengirim',
  '{investor} has no contact yet.': '{investor} belum punya kontak.',
  'Message to {name} sent': 'Pesan untuk {name} terkirim',
  'The message to {name} waits to be sent': 'Pesan untuk {name} menunggu dikirim',
  'The message could not be cancelled': 'Pesan tidak dapat dibatalkan',
  '{session} is not connected.': '{session} tidak terhubung.',
  'The sending speed of {session} holds it.': 'Tertahan oleh kecepatan kirim {session}.',
  Remind: 'Ingatkan',
  'Remind: {what}': 'Ingatkan: {what}',
  'Hello {name}, a reminder that {amount} for {investment} is still open. Thank you.':
    'Halo {name}, kami ingatkan bahwa {amount} untuk {investment} belum dibayar. Terima kasih.',
  'Hello {name}, a reminder that {amount} for {investment} was due on {day}. Thank you.':
    'Halo {name}, kami ingatkan bahwa {amount} untuk {investment} jatuh tempo pada {day}. Terima kasih.',
  'Hello {name}, a reminder that {amount} for {investment} is due on {day}. Thank you.':
    'Halo {name}, kami ingatkan bahwa {amount} untuk {investment} akan jatuh tempo pada {day}. Terima kasih.',
  'Open the session': 'Buka sesi',
  'Send by {session}': 'Kirim lewat {session}',
  'Start it': 'Mulai',
  'Write a message first.': 'Tulis pesan terlebih dahulu.',
  'The test waits to be sent': 'Pesan uji coba menunggu dikirim',
  'Test sent': 'Pesan uji coba terkirim',
  'To {number}': 'Ke {number}',
  'Number for the test': 'Nomor untuk uji coba',
  'The template could not be used': 'Templat tidak dapat dipakai',
  'The session could not be started': 'Sesi tidak dapat dimulai',
  'This template cannot be used here. {reason}': 'Templat ini tidak dapat dipakai di sini. {reason}',
  '{session} is a simulator: nothing reaches a phone.': '{session} adalah simulator: tidak ada yang sampai ke ponsel.',
  'Leaves now, as a new chat.': 'Dikirim sekarang, sebagai obrolan baru.',
  'Leaves now.': 'Dikirim sekarang.',
  'Outside the sending hours. It leaves {when}.': 'Di luar jam kirim. Dikirim {when}.',
  'The daily limit of new chats is reached. It leaves {when}.': 'Batas harian obrolan baru tercapai. Dikirim {when}.',
  'WhatsApp limits this account. It leaves {when}.': 'WhatsApp membatasi akun ini. Dikirim {when}.',
  'The sending limit is reached. It leaves {when}.': 'Batas kirim tercapai. Dikirim {when}.',
  'It leaves {when}, at the sending speed of the session.': 'Dikirim {when}, sesuai kecepatan kirim sesi.',
  '{session} is stopped. The message waits until it runs.':
    '{session} berhenti. Pesan menunggu sampai sesi ini berjalan.',
  '{session} has no phone linked. The message waits until it has.':
    '{session} belum tertaut ke ponsel. Pesan menunggu sampai tertaut.',
  '{session} is not connected. The message waits until it is.':
    '{session} tidak terhubung. Pesan menunggu sampai terhubung.',
  '{session} is connecting. The message waits until then.':
    '{session} sedang menghubungkan. Pesan menunggu sampai terhubung.',
}
