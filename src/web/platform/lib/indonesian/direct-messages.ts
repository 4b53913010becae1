// Indonesian: messages to one contact.
import type { Dictionary } from '../text.ts'

export const directMessages: Dictionary = {
  'New message': 'Pesan baru',
  'Add a number': 'Tambah nomor',
  'Other ways to send': 'Cara kirim lain',
  'Send a test to my number': 'Kirim uji coba ke nomor saya',
  'Open in WhatsApp': 'Buka di WhatsApp',
  'Ctrl + Enter sends': 'Ctrl + Enter untuk mengirim',
  '⌘ + Enter sends': '⌘ + Enter untuk mengirim',
  '{investor} has no contact yet.': '{investor} belum memiliki kontak.',
  'Message to {name} sent': 'Pesan untuk {name} terkirim',
  'The message to {name} waits to be sent': 'Pesan untuk {name} menunggu dikirim',
  'The message could not be cancelled': 'Pesan tidak dapat dibatalkan',
  '{session} is not connected.': '{session} tidak terhubung.',
  'It waits because of the sending speed of {session}.': 'Pesan menunggu karena kecepatan kirim {session}.',
  Remind: 'Ingatkan',
  'Remind: {what}': 'Ingatkan: {what}',
  'Hello {name}, a reminder that {amount} for {investment} has not been paid yet. Thank you.':
    'Halo {name}, kami ingatkan bahwa {amount} untuk {investment} belum dibayar. Terima kasih.',
  'Hello {name}, a reminder that {amount} for {investment} was due on {day}. Thank you.':
    'Halo {name}, kami ingatkan bahwa {amount} untuk {investment} jatuh tempo pada {day}. Terima kasih.',
  'Hello {name}, a reminder that {amount} for {investment} is due on {day}. Thank you.':
    'Halo {name}, kami ingatkan bahwa {amount} untuk {investment} akan jatuh tempo pada {day}. Terima kasih.',
  'Send by {session}': 'Kirim lewat {session}',
  'Write a message first.': 'Tulis pesan dahulu.',
  'The test waits to be sent': 'Pesan uji coba menunggu dikirim',
  'Test sent': 'Pesan uji coba terkirim',
  'To {number}': 'Ke {number}',
  'Number for the test': 'Nomor untuk uji coba',
  'The message could not be sent': 'Pesan tidak dapat dikirim',
  'The template could not be used': 'Templat tidak dapat dipakai',
  'The session could not be connected': 'Sesi tidak dapat dihubungkan',
  'This template cannot be used here. {reason}': 'Templat ini tidak dapat dipakai di sini. {reason}',
  '{session} is a simulator: nothing reaches a phone.': '{session} adalah simulator: tidak ada yang sampai ke ponsel.',
  'Sends now, as a new chat.': 'Dikirim sekarang, sebagai obrolan baru.',
  'Sends now.': 'Dikirim sekarang.',
  'Outside sending hours. Will be sent {when}.': 'Di luar jam kirim. Dikirim {when}.',
  'Daily limit of new chats reached. Will be sent {when}.': 'Batas harian obrolan baru tercapai. Dikirim {when}.',
  'On hold by WhatsApp. Will be sent {when}.': 'Ditahan WhatsApp. Dikirim {when}.',
  'Sending limit reached. Will be sent {when}.': 'Batas kirim tercapai. Dikirim {when}.',
  'Will be sent {when}, at the sending speed of the session.': 'Dikirim {when}, sesuai kecepatan kirim sesi.',
  '{session} is not connected. The message waits until you connect it.':
    '{session} tidak terhubung. Pesan menunggu sampai Anda menghubungkannya.',
  'No phone is linked to {session}. The message waits until one is.':
    'Belum ada ponsel yang tertaut ke {session}. Pesan menunggu sampai tertaut.',
  '{session} is connecting. The message waits until it is connected.':
    '{session} sedang dihubungkan. Pesan menunggu sampai terhubung.',
}
