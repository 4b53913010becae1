// Indonesian: broadcasts before they leave and after: times, preflight, tests, follow-ups.
import type { Dictionary } from '../text.ts'

export const broadcastPlans: Dictionary = {
  // Audience and time
  'Belongs to the session “{name}”: the group would be skipped.': 'Grup milik sesi “{name}”: akan dilewati.',
  'Broadcast groups': 'Grup siaran',
  Choose: 'Pilih penerima',
  'Choose at least one contact or group.': 'Pilih minimal satu kontak atau grup.',
  'Choose a start time.': 'Pilih waktu mulai siaran.',
  'Date and time': 'Tanggal dan jam',
  Schedule: 'Jadwalkan',

  'One message to all members of a group, without any contact’s data.':
    'Satu pesan untuk semua anggota grup, tanpa data kontak di dalamnya.',
  'Optional ({zone}). Recipients whose message has not been sent by then are skipped.':
    'Opsional ({zone}). Penerima yang belum dikirimi pesan sampai waktu itu dilewati.',
  'This time does not exist because the clocks change. The broadcast starts at {time}.':
    'Waktu ini tidak ada karena pergantian jam: siaran dimulai pada {time}.',
  'This account is not in the group: the group would be skipped.': 'Akun ini bukan anggota grup: akan dilewati.',
  'This account is not allowed to post here: the group would be skipped.':
    'Akun ini tidak boleh mengirim di grup ini: akan dilewati.',
  Expires: 'Kedaluwarsa',
  'WhatsApp groups': 'Grup WhatsApp',
  Now: 'Sekarang',
  '{count} WhatsApp groups#other': '{count} grup WhatsApp',
  '{count} broadcast groups#other': '{count} grup siaran',
  '{count} groups#other': '{count} grup',
  '{groups} + {count}': '{groups} + {count}',
  '“{name}”: {why}': '“{name}”: {why}',
  // Before it leaves
  'Starts now': 'Dimulai sekarang',
  'Find a recipient': 'Cari penerima',
  'No message. {reason}.': 'Tidak menerima pesan. {reason}.',
  'If the broadcast started with the current contacts': 'Jika siaran dimulai dengan kontak saat ini',
  Skipped: 'Dilewati',
  'Checking recipients…': 'Memeriksa penerima…',
  'Messages per day, from {first} to {last}; at most {most} per day.':
    'Pesan per hari, dari {first} sampai {last}; maksimal {most} dalam sehari.',
  'Messages per hour, from {first} to {last}; at most {most} per hour.':
    'Pesan per jam, dari {first} sampai {last}; maksimal {most} dalam satu jam.',
  'Missing values were checked for {rendered} recipients and estimated for all.':
    'Pesan dengan bagian kosong diperiksa pada {rendered} penerima, lalu diperkirakan untuk semuanya.',
  'Mostly waiting time: {reasons}.': 'Sebagian besar adalah waktu tunggu: {reasons}.',
  'Next recipient': 'Penerima berikutnya',
  'No matches.': 'Tidak ada yang cocok.',
  'Previous recipient': 'Penerima sebelumnya',
  'Review and schedule': 'Periksa dan jadwalkan',

  'Schedule “{name}”?': 'Jadwalkan “{name}”?',
  'Send it to yourself first. It uses the data of the recipient above, counts in the limits of the session, also leaves outside sending hours, and is recorded in the audit log.':
    'Kirim dahulu ke nomor Anda sendiri. Pesan memakai data penerima di atas, dihitung dalam batas kirim sesi, tetap dikirim di luar jam kirim, dan dicatat di log audit.',
  'Send test': 'Kirim pesan uji coba',
  'Send to {count} recipients#other': 'Kirim ke {count} penerima',
  'Long broadcast: the end time is an estimate.': 'Siaran panjang: waktu selesai hanya perkiraan.',
  'Gaps between messages are random: with 90% probability it ends {between}.':
    'Jeda antarpesan diacak: dengan peluang 90% siaran selesai {between}.',
  'Takes {duration} at this session’s sending speed.': 'Perlu {duration} dengan kecepatan kirim sesi ini.',
  'Test message': 'Pesan uji coba',
  'Test messages': 'Pesan uji coba',
  'Broadcast scheduled': 'Siaran dijadwalkan',
  'If resumed now, the last message would be sent around {when}.':
    'Jika dilanjutkan sekarang, pesan terakhir dikirim sekitar {when}.',
  'The last message is sent around {when}.': 'Pesan terakhir dikirim sekitar {when}.',
  'This session has no sending limits: messages are sent as fast as WhatsApp accepts them.':
    'Sesi ini tidak membatasi kecepatan kirim: pesan dikirim secepat WhatsApp menerimanya.',
  '{count} of these numbers were not on WhatsApp before. They are tried again.#other':
    'WhatsApp sebelumnya tidak mengenal {count} dari nomor ini. Pengiriman akan dicoba lagi.',
  'Recipients whose message has not been sent by {when} are skipped.':
    'Penerima yang belum dikirimi pesan sampai {when} dilewati.',
  'Your number': 'Nomor Anda',
  'a limit of WhatsApp': 'batasan WhatsApp',
  'about a minute': 'sekitar satu menit',
  'among them {count} groups#other': 'termasuk {count} grup',
  'daily limit': 'batas harian',
  'hourly limit': 'batas per jam',
  'limit of new chats': 'batas obrolan baru',
  'of {total} chosen': 'dari {total} yang dipilih',
  'other broadcasts to the same contacts': 'siaran lain untuk kontak yang sama',
  'gaps between messages': 'jeda antarpesan',

  '{count} days#other': '{count} hari',
  '{count} hours#other': '{count} jam',
  '{count} minutes#other': '{count} menit',
  '{count} of them got another broadcast in the last {hours} hours, so their messages will wait.#other':
    '{count} di antaranya menerima siaran lain dalam {hours} jam terakhir, sehingga pesannya menunggu.',
  '{count} of them have not given consent. Only message people who have agreed.#other':
    '{count} di antaranya belum pernah setuju menerima pesan. Kirim hanya kepada yang sudah setuju.',
  '{count} recipients#other': '{count} penerima',
  '{place} of {total}': '{place} dari {total}',
  '{time} does not exist on that day because the clocks change.':
    '{time} tidak ada pada hari itu di zona waktu ini karena pergantian jam.',
  '{time} in {zone}': '{time} menurut {zone}',
  '{what} ({duration})': '{what} ({duration})',
  '{when}: {count}': '{when}: {count}',
  // While it waits, and after it
  'Creates a draft with the same message, only for them. You can edit it before sending.':
    'Membuat draf dengan pesan yang sama, hanya untuk mereka. Anda dapat mengubahnya sebelum dikirim.',
  'A reminder: they already have the first message.': 'Pengingat: mereka sudah menerima pesan pertama.',
  'Also {count} whose message was never confirmed#other': 'Termasuk {count} yang pesannya tidak terkonfirmasi',
  'All replies': 'Semua balasan',
  Replies: 'Balasan',
  'Starts {when}': 'Dimulai {when}',
  Change: 'Ubah',
  'Copied as': 'Disalin menjadi',
  'Copy of': 'Salinan dari',
  'Delivered to {count} of {total}': 'Tersampaikan ke {count} dari {total}',
  Duplicate: 'Duplikasikan',
  'All reasons': 'Semua alasan',
  'All recipients received, read and answered it: there is no one left to follow up.':
    'Semua sudah menerima, membaca, dan membalas: tidak ada yang perlu ditindaklanjuti.',
  'Failed, skipped or cancelled. Phones that are off receive it once they are on.':
    'Gagal, dilewati, atau dibatalkan. Jika ponsel sedang mati, pesan sampai saat ponsel dinyalakan.',
  'Follow up': 'Tindak lanjuti',
  'For failed recipients of:': 'Untuk yang gagal dari:',
  'For recipients not reached by': 'Untuk yang tidak tersampaikan dari',
  'For recipients who did not answer': 'Untuk yang belum membalas',
  'For recipients who did not read': 'Untuk yang belum membaca',
  Audience: 'Audiens',
  'It may have arrived, so they could get it twice.': 'Pesan mungkin sudah sampai: mereka bisa menerimanya dua kali.',
  'Paused because Kabar was restored from a backup. Messages may have been sent after that backup and are not known here: check on the phone before you resume, or cancel.':
    'Dijeda karena Kabar dipulihkan dari cadangan. Mungkin ada pesan yang terkirim setelah cadangan itu dibuat dan tidak tercatat di sini: periksa di ponsel sebelum melanjutkan, atau batalkan.',
  'The scheduled time was missed by more than an hour because Kabar was not running. Send it now, choose another time, or cancel it.':
    'Jadwal terlewat lebih dari satu jam karena Kabar tidak berjalan saat itu. Kirim sekarang, pilih waktu lain, atau batalkan.',
  'The broadcast will never be sent. This cannot be undone.':
    'Siaran ini tidak akan pernah dikirim. Tindakan ini tidak dapat diurungkan.',
  'Linked broadcasts': 'Siaran terkait',
  'Create a draft for {count}#other': 'Buat draf untuk {count} penerima',
  'Not answered': 'Belum membalas',
  'Read by {count} of {total}': 'Dibaca {count} dari {total}',
  Replied: 'Membalas',
  Scheduled: 'Terjadwal',
  'Send it now?': 'Kirim sekarang?',
  'Send now': 'Kirim sekarang',
  'They already have the first message; some have read it.':
    'Mereka sudah menerima pesan pertama, sebagian sudah membacanya.',
  Failed: 'Gagal',
  'Not delivered': 'Tidak tersampaikan',

  'Not read': 'Belum membaca',
  'For recipients not reached:': 'Kepada yang tidak tersampaikan:',
  'For recipients who did not answer:': 'Kepada yang belum membalas:',
  'For recipients who did not read it:': 'Kepada yang belum membaca:',
  'Resent as': 'Dikirim ulang sebagai',
  'Resends the same message.': 'Mengirim ulang pesan yang sama.',
  Outcome: 'Hasil',
  'expires {when}': 'kedaluwarsa {when}',
  '{name} duplicated': '{name} diduplikasi',
  '{name}: follow-up': '{name}: siaran lanjutan',
  '{reason} ({count})': '{reason} ({count})',
  '{who} ({count})': '{who} ({count})',
  '“{name}” starts now instead of at its scheduled time.': '“{name}” dimulai sekarang, bukan pada jadwalnya.',
}
