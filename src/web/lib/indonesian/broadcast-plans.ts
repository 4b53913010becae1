// Indonesian: broadcasts before they leave and after: times, preflight, tests, follow-ups.
import type { Dictionary } from '../text.ts'

export const broadcastPlans: Dictionary = {
  // Audience and time
  'Belongs to the session “{name}”: it would be skipped.': 'Grup milik sesi “{name}”: akan dilewati.',
  'Broadcast groups': 'Grup siaran',
  Choose: 'Pilih penerima',
  'Choose at least one contact or group.': 'Pilih minimal satu kontak atau grup.',
  'Choose when it begins.': 'Pilih waktu mulai siaran.',
  'Date and time': 'Tanggal dan jam',
  Later: 'Jadwalkan',
  'No imported group is named like that': 'Tidak ada grup impor yang cocok',
  'One message to all who are in a group. It has no name of a contact in it.':
    'Satu pesan untuk semua anggota grup, tanpa nama kontak di dalamnya.',
  'Optional. Whoever has not got it by then does not get it any more ({zone}).':
    'Opsional. Siaran tidak lagi dikirim kepada yang belum menerimanya pada waktu itu ({zone}).',
  'The clocks leap over this time there: it begins at {time}.':
    'Waktu ini tidak ada karena pergantian jam: siaran dimulai pada {time}.',
  'This account is not in the group: it would be skipped.': 'Akun ini bukan anggota grup: akan dilewati.',
  'This account may not write here: it would be skipped.': 'Akun ini tidak boleh mengirim di grup ini: akan dilewati.',
  'Too old after': 'Kedaluwarsa',
  'WhatsApp groups': 'Grup WhatsApp',
  'When I send it': 'Sekarang',
  '{count} WhatsApp groups#other': '{count} grup WhatsApp',
  '{count} broadcast groups#other': '{count} grup siaran',
  '{count} groups#other': '{count} grup',
  '{groups} + {count}': '{groups} + {count}',
  '“{name}”: {why}': '“{name}”: {why}',
  // Before it leaves
  'At once': 'Dimulai sekarang',
  'Find a recipient': 'Cari penerima',
  'Gets nothing. {reason}.': 'Tidak menerima pesan. {reason}.',
  'If it began with the contacts of this moment': 'Jika dimulai dengan kontak saat ini',
  'Left out': 'Dilewati',
  'Looking who will get it…': 'Memeriksa penerima…',
  'Messages by the day, from {first} to {last}; at most {most} in one.':
    'Pesan per hari, dari {first} sampai {last}; maksimal {most} dalam sehari.',
  'Messages by the hour, from {first} to {last}; at most {most} in one.':
    'Pesan per jam, dari {first} sampai {last}; maksimal {most} dalam satu jam.',
  'Messages with gaps were counted in {written} of them and reckoned up for all.':
    'Pesan dengan bagian kosong diperiksa pada {written} penerima, lalu diperkirakan untuk semuanya.',
  'Most of it is waiting: {reasons}.': 'Sebagian besar adalah waktu tunggu: {reasons}.',
  'Next recipient': 'Penerima berikutnya',
  'Nobody is named like that.': 'Tidak ada yang cocok.',
  'Previous recipient': 'Penerima sebelumnya',
  'Review and schedule': 'Periksa dan jadwalkan',
  'Schedule it': 'Jadwalkan',
  'Schedule “{name}”?': 'Jadwalkan “{name}”?',
  'Send it to yourself first. It reads as for the recipient above, and counts in the pace of the session.':
    'Kirim dahulu ke nomor Anda sendiri. Isinya sama seperti untuk penerima di atas, dan dihitung dalam kecepatan kirim sesi.',
  'Send test': 'Kirim pesan uji coba',
  'Send to {count} recipients#other': 'Kirim ke {count} penerima',
  'So many messages: the far end is a guess.': 'Siaran panjang: waktu selesai hanya perkiraan.',
  'The gaps are drawn by chance: nine times in ten it is {between}.':
    'Jeda antarpesan diacak: dengan peluang 90% siaran selesai {between}.',
  'Takes {duration} at the pace of this session.': 'Perlu {duration} dengan kecepatan kirim sesi ini.',
  Test: 'Pesan uji coba',
  Tests: 'Pesan uji coba',
  'The broadcast is scheduled': 'Siaran dijadwalkan',
  'If it went on now, the last message would leave about {when}.':
    'Jika dilanjutkan sekarang, pesan terakhir dikirim sekitar {when}.',
  'The last message leaves about {when}.': 'Pesan terakhir dikirim sekitar {when}.',
  'The message comes out empty or broken for them': 'Pesan kosong atau tidak valid untuk kontak ini',
  'The template takes too much work to fill in for them': 'Templat terlalu rumit untuk diisi bagi kontak ini',
  'The broadcast failed before it came to them': 'Siaran gagal sebelum pesan ini dikirim',
  'This session keeps no pace: messages leave as fast as WhatsApp takes them.':
    'Sesi ini tidak membatasi kecepatan kirim: pesan dikirim secepat WhatsApp menerimanya.',
  'WhatsApp did not know {count} of these numbers before. They are tried again.#other':
    'WhatsApp sebelumnya tidak mengenal {count} dari nomor ini. Pengiriman akan dicoba lagi.',
  'Whoever has not got it by {when} does not get it any more.':
    'Yang belum menerimanya pada {when} tidak akan menerimanya lagi.',
  'Your number': 'Nomor Anda',
  'a limit of WhatsApp': 'batasan WhatsApp',
  'about a minute': 'sekitar satu menit',
  'among them {count} groups#other': 'termasuk {count} grup',
  'enough for a day': 'batas harian',
  'enough for an hour': 'batas per jam',
  'enough new chats for a day': 'batas obrolan baru',
  'of {total} chosen': 'dari {total} yang dipilih',
  'other broadcasts they got': 'siaran lain untuk kontak yang sama',
  'rests between messages': 'jeda antarpesan',
  'the night of the recipients': 'di luar jam kirim',
  'warming up the session': 'pemanasan nomor',
  '{count} days#other': '{count} hari',
  '{count} hours#other': '{count} jam',
  '{count} minutes#other': '{count} menit',
  '{count} of them got another broadcast in the last {hours} hours and wait until that is over.#other':
    '{count} di antaranya menerima siaran lain dalam {hours} jam terakhir dan harus menunggu.',
  '{count} of them never said that they want messages. Write only to people who agreed.#other':
    '{count} di antaranya belum pernah memberi persetujuan. Kirim hanya kepada yang sudah setuju.',
  '{count} will get it#other': '{count} penerima',
  '{place} of {total}': '{place} dari {total}',
  '{time} does not exist there that day: the clocks leap over it.':
    '{time} tidak ada pada hari itu di zona waktu ini karena pergantian jam.',
  '{time} in {zone}': '{time} menurut {zone}',
  '{what} ({duration})': '{what} ({duration})',
  '{when}: {count}': '{when}: {count}',
  // While it waits, and after it
  'A new draft with the same message, for those of them alone. You can change everything before it is sent.':
    'Membuat draf dengan pesan yang sama, hanya untuk mereka. Anda dapat mengubahnya sebelum dikirim.',
  'A reminder: they have the first message already.': 'Pengingat: mereka sudah menerima pesan pertama.',
  'Also {count} whose message was never confirmed#other': 'Termasuk {count} yang pesannya tidak terkonfirmasi',
  'Answered or not': 'Balasan',
  Answers: 'Balasan',
  'Begins {when}': 'Dimulai {when}',
  Change: 'Ubah',
  'Copied as': 'Disalin menjadi',
  'Copy of': 'Salinan dari',
  'Delivered to {count} of {total}': 'Tersampaikan ke {count} dari {total}',
  Duplicate: 'Duplikasikan',
  'Every reason': 'Semua alasan',
  'Everybody got it, read it and answered: there is nobody left to follow up.':
    'Semua sudah menerima, membaca, dan membalas: tidak ada yang perlu ditindaklanjuti.',
  'Failed, left out or cancelled. Whoever’s phone is off gets it later by itself.':
    'Gagal, dilewati, atau dibatalkan. Jika ponsel sedang mati, pesan sampai saat ponsel dinyalakan.',
  'Follow up': 'Tindak lanjuti',
  'For those where this failed:': 'Untuk yang gagal dari:',
  'For those who did not get': 'Untuk yang tidak tersampaikan dari',
  'For those who had not answered': 'Untuk yang belum membalas',
  'For those who had not read': 'Untuk yang belum membaca',
  'For whom?': 'Audiens',
  'Got, read or answered the first message in the meantime': 'Sudah menerima, membaca, atau membalas pesan pertama',
  'The group belongs to another session': 'Grup milik sesi lain',
  'The group was removed': 'Grup dihapus',
  'The session of the group was removed': 'Sesi grup dihapus',
  'It may have arrived: they might get it twice.': 'Pesan mungkin sudah sampai: mereka bisa menerimanya dua kali.',
  'It missed its time by more than an hour: Kabar was not running then. Send it now, choose another time, or cancel it.':
    'Jadwal terlewat lebih dari satu jam karena Kabar tidak berjalan saat itu. Kirim sekarang, pilih waktu lain, atau batalkan.',
  'It will never be sent. This cannot be undone.':
    'Siaran ini tidak akan pernah dikirim. Tindakan ini tidak dapat diurungkan.',
  'Linked broadcasts': 'Siaran terkait',
  'Make a draft for {count}#other': 'Buat draf untuk {count} penerima',
  'Not answered': 'Belum membalas',
  'Read by {count} of {total}': 'Dibaca {count} dari {total}',
  Replied: 'Membalas',
  Scheduled: 'Terjadwal',
  'Send it now?': 'Kirim sekarang?',
  'Send now': 'Kirim sekarang',
  'They have the first message already, some have read it.':
    'Mereka sudah menerima pesan pertama, sebagian sudah membacanya.',
  'Those where it failed': 'Gagal',
  'Those who did not get it': 'Tidak tersampaikan',
  'Those who have not answered': 'Belum membalas',
  'Those who have not read it': 'Belum membaca',
  'To those who did not get it:': 'Kepada yang tidak tersampaikan:',
  'To those who had not answered:': 'Kepada yang belum membalas:',
  'To those who had not read it:': 'Kepada yang belum membaca:',
  'Tried again as': 'Dikirim ulang sebagai',
  'Tried again with the same message.': 'Dikirim ulang dengan pesan yang sama.',
  'What became of it': 'Hasil',
  'too old after {when}': 'kedaluwarsa {when}',
  '{name} duplicated': '{name} diduplikasi',
  '{name}: follow-up': '{name}: siaran lanjutan',
  '{reason} ({count})': '{reason} ({count})',
  '{who} ({count})': '{who} ({count})',
  '“{name}” begins at once instead of at its time.': '“{name}” dimulai sekarang, bukan pada jadwalnya.',
}

export const toldOfBroadcastPlans: Dictionary = {
  'Choose somebody first: the test reads as for one of them.':
    'Pilih penerima dahulu: pesan uji coba dibuat seperti untuk salah satu penerima.',
  'Choose when it begins.': 'Pilih waktu mulai siaran.',
  'It is too old to be sent before it begins. Choose a later time.':
    'Siaran kedaluwarsa sebelum dimulai. Pilih waktu yang lebih akhir.',
  'Only a broadcast that waits for its time can be taken off the schedule.':
    'Hanya siaran terjadwal yang dapat dibatalkan jadwalnya.',
  'Only a draft can be scheduled.': 'Hanya draf yang dapat dijadwalkan.',
  'Take it off the schedule before you change it.': 'Batalkan jadwalnya sebelum mengubah siaran.',
  'The message has a mistake. Mend it first.': 'Ada kesalahan dalam pesan. Perbaiki dahulu.',
  'The message has nothing to fill in for {name}. Choose another contact for the test.':
    'Tidak ada isi pesan untuk {name}. Pilih kontak lain untuk pesan uji coba.',
  'There is nobody left whom this would be for.': 'Tidak ada lagi penerima untuk siaran ini.',
  'This broadcast has a time. Schedule it, or take its time away to send it now.':
    'Siaran ini memiliki jadwal. Jadwalkan, atau hapus waktunya untuk mengirim sekarang.',
  'This broadcast was never sent.': 'Siaran ini belum pernah dikirim.',
  'This time has passed. Choose a later one, or send it now.':
    'Waktu ini sudah lewat. Pilih waktu lain, atau kirim sekarang.',
  'Type the number that the test goes to.': 'Ketik nomor tujuan pesan uji coba.',
  'is not a date and time': 'bukan tanggal dan jam',
}
