// Indonesian: broadcasts before they leave and after: times, preflight, tests, follow-ups.
import type { Dictionary } from '../text.ts'

export const broadcastPlans: Dictionary = {
  // Audience and time
  'Belongs to the session “{name}”: it would be skipped.': 'Milik sesi “{name}”: akan dilewati.',
  'Broadcast groups': 'Grup siaran',
  Choose: 'Pilih sendiri',
  'Choose at least one contact or group.': 'Pilih minimal satu kontak atau grup.',
  'Choose when it begins.': 'Pilih kapan siaran dimulai.',
  'Date and time': 'Tanggal dan jam',
  Later: 'Nanti',
  'No imported group is named like that': 'Tidak ada grup impor dengan nama itu',
  'One message to all who are in a group. It has no name of a contact in it.':
    'Satu pesan untuk semua anggota grup. Tidak ada nama kontak di dalamnya.',
  'Optional. Whoever has not got it by then does not get it any more ({zone}).':
    'Opsional. Yang belum menerimanya sampai saat itu tidak akan menerimanya lagi ({zone}).',
  'The clocks leap over this time there: it begins at {time}.':
    'Jam di sana melompati waktu ini: siaran dimulai pada {time}.',
  'This account is not in the group: it would be skipped.': 'Akun ini tidak ada di grup: akan dilewati.',
  'This account may not write here: it would be skipped.': 'Akun ini tidak boleh menulis di sini: akan dilewati.',
  'Too old after': 'Basi setelah',
  'WhatsApp groups': 'Grup WhatsApp',
  'When I send it': 'Saat saya mengirimnya',
  '{count} WhatsApp groups#other': '{count} grup WhatsApp',
  '{count} broadcast groups#other': '{count} grup siaran',
  '{count} groups#other': '{count} grup',
  '{groups} + {count}': '{groups} + {count}',
  '“{name}”: {why}': '“{name}”: {why}',
  // Before it leaves
  'At once': 'Sekarang juga',
  'Find a recipient': 'Cari penerima',
  'Gets nothing. {reason}.': 'Tidak menerima apa pun. {reason}.',
  'If it began with the contacts of this moment': 'Seandainya dimulai dengan kontak saat ini',
  'Left out': 'Tidak disertakan',
  'Looking who will get it…': 'Memeriksa siapa yang akan menerima…',
  'Messages by the day, from {first} to {last}; at most {most} in one.':
    'Pesan per hari, dari {first} sampai {last}; paling banyak {most} dalam sehari.',
  'Messages by the hour, from {first} to {last}; at most {most} in one.':
    'Pesan per jam, dari {first} sampai {last}; paling banyak {most} dalam satu jam.',
  'Messages with gaps were counted in {written} of them and reckoned up for all.':
    'Pesan yang tidak lengkap dihitung dari {written} di antaranya dan diperkirakan untuk semuanya.',
  'Most of it is waiting: {reasons}.': 'Sebagian besar waktunya menunggu: {reasons}.',
  'Next recipient': 'Penerima berikutnya',
  'Nobody is named like that.': 'Tidak ada yang bernama seperti itu.',
  'Previous recipient': 'Penerima sebelumnya',
  'Review and schedule': 'Periksa dan jadwalkan',
  'Schedule it': 'Jadwalkan',
  'Schedule “{name}”?': 'Jadwalkan “{name}”?',
  'Send it to yourself first. It reads as for the recipient above, and counts in the pace of the session.':
    'Kirim dulu ke diri sendiri. Isinya seperti untuk penerima di atas, dan dihitung dalam laju sesi.',
  'Send test': 'Kirim uji coba',
  'Send to {count} recipients#other': 'Kirim ke {count} penerima',
  'So many messages: the far end is a guess.': 'Pesannya sangat banyak: akhirnya hanya perkiraan.',
  'The gaps are drawn by chance: nine times in ten it is {between}.':
    'Jedanya diundi: sembilan dari sepuluh kali, waktunya {between}.',
  'Takes {duration} at the pace of this session.': 'Perlu {duration} dengan laju sesi ini.',
  Test: 'Uji coba',
  Tests: 'Uji coba',
  'The broadcast is scheduled': 'Siaran dijadwalkan',
  'If it went on now, the last message would leave about {when}.':
    'Bila dilanjutkan sekarang, pesan terakhir akan keluar sekitar {when}.',
  'The last message leaves about {when}.': 'Pesan terakhir berangkat sekitar {when}.',
  'The message comes out empty or broken for them': 'Pesan untuk mereka menjadi kosong atau rusak',
  'The template takes too much work to fill in for them': 'Templat ini terlalu rumit untuk diisi bagi mereka',
  'The broadcast failed before it came to them': 'Siaran gagal sebelum sampai kepada mereka',
  'This session keeps no pace: messages leave as fast as WhatsApp takes them.':
    'Sesi ini tidak membatasi laju: pesan berangkat secepat WhatsApp menerimanya.',
  'WhatsApp did not know {count} of these numbers before. They are tried again.#other':
    'WhatsApp sebelumnya tidak mengenal {count} dari nomor ini. Nomor itu dicoba lagi.',
  'Whoever has not got it by {when} does not get it any more.':
    'Yang belum menerimanya sampai {when} tidak akan menerimanya lagi.',
  'Your number': 'Nomor Anda',
  'a limit of WhatsApp': 'batasan dari WhatsApp',
  'about a minute': 'sekitar satu menit',
  'among them {count} groups#other': 'di antaranya {count} grup',
  'enough for a day': 'cukup untuk sehari',
  'enough for an hour': 'cukup untuk satu jam',
  'enough new chats for a day': 'cukup percakapan baru untuk sehari',
  'of {total} chosen': 'dari {total} yang dipilih',
  'other broadcasts they got': 'siaran lain yang mereka terima',
  'rests between messages': 'istirahat di antara pesan',
  'the night of the recipients': 'malam hari para penerima',
  'warming up the session': 'pemanasan sesi',
  '{count} days#other': '{count} hari',
  '{count} hours#other': '{count} jam',
  '{count} minutes#other': '{count} menit',
  '{count} of them got another broadcast in the last {hours} hours and wait until that is over.#other':
    '{count} di antaranya menerima siaran lain dalam {hours} jam terakhir dan menunggu sampai lewat.',
  '{count} of them never said that they want messages. Write only to people who agreed.#other':
    '{count} di antaranya belum pernah menyatakan mau menerima pesan. Tulislah hanya kepada yang setuju.',
  '{count} will get it#other': '{count} akan menerima',
  '{place} of {total}': '{place} dari {total}',
  '{time} does not exist there that day: the clocks leap over it.':
    '{time} tidak ada di sana pada hari itu: jamnya dilompati.',
  '{time} in {zone}': '{time} di {zone}',
  '{what} ({duration})': '{what} ({duration})',
  '{when}: {count}': '{when}: {count}',
  // While it waits, and after it
  'A new draft with the same message, for those of them alone. You can change everything before it is sent.':
    'Draf baru dengan pesan yang sama, hanya untuk mereka. Semuanya dapat diubah sebelum dikirim.',
  'A reminder: they have the first message already.': 'Pengingat: mereka sudah mempunyai pesan pertama.',
  'Also {count} whose message was never confirmed#other': 'Juga {count} yang pesannya tidak pernah dikonfirmasi',
  'Answered or not': 'Menjawab atau tidak',
  Answers: 'Jawaban',
  'Begins {when}': 'Dimulai {when}',
  Change: 'Ubah',
  'Copied as': 'Disalin menjadi',
  'Copy of': 'Salinan dari',
  'Delivered to {count} of {total}': 'Sampai ke {count} dari {total}',
  Duplicate: 'Duplikat',
  'Every reason': 'Semua alasan',
  'Everybody got it, read it and answered: there is nobody left to follow up.':
    'Semua sudah menerima, membaca, dan menjawab: tidak ada lagi yang perlu ditindaklanjuti.',
  'Failed, left out or cancelled. Whoever’s phone is off gets it later by itself.':
    'Gagal, dilewati, atau dibatalkan. Yang ponselnya mati menerimanya nanti dengan sendirinya.',
  'Follow up': 'Tindak lanjuti',
  'For those where this failed:': 'Untuk yang gagal pada:',
  'For those who did not get': 'Untuk yang tidak menerima',
  'For those who had not answered': 'Untuk yang belum menjawab',
  'For those who had not read': 'Untuk yang belum membaca',
  'For whom?': 'Untuk siapa?',
  'Got, read or answered the first message in the meantime':
    'Sementara itu sudah menerima, membaca, atau menjawab pesan pertama',
  'The group belongs to another session': 'Grup milik sesi lain',
  'The group was removed': 'Grup sudah dihapus',
  'The session of the group was removed': 'Sesi grup sudah dihapus',
  'It may have arrived: they might get it twice.': 'Mungkin sudah sampai: mereka bisa menerimanya dua kali.',
  'It missed its time by more than an hour: Kabar was not running then. Send it now, choose another time, or cancel it.':
    'Waktunya terlewat lebih dari satu jam: saat itu Kabar tidak berjalan. Kirim sekarang, pilih waktu lain, atau batalkan.',
  'It will never be sent. This cannot be undone.': 'Siaran ini tidak akan pernah dikirim. Ini tidak dapat dibatalkan.',
  'Linked broadcasts': 'Siaran terkait',
  'Make a draft for {count}#other': 'Buat draf untuk {count}',
  'Not answered': 'Belum menjawab',
  'Read by {count} of {total}': 'Dibaca {count} dari {total}',
  Replied: 'Menjawab',
  Scheduled: 'Terjadwal',
  'Send it now?': 'Kirim sekarang?',
  'Send now': 'Kirim sekarang',
  'They have the first message already, some have read it.':
    'Mereka sudah mempunyai pesan pertama, sebagian telah membacanya.',
  'Those where it failed': 'Yang gagal',
  'Those who did not get it': 'Yang tidak menerimanya',
  'Those who have not answered': 'Yang belum menjawab',
  'Those who have not read it': 'Yang belum membacanya',
  'To those who did not get it:': 'Kepada yang tidak menerimanya:',
  'To those who had not answered:': 'Kepada yang belum menjawab:',
  'To those who had not read it:': 'Kepada yang belum membacanya:',
  'Tried again as': 'Dicoba lagi sebagai',
  'Tried again with the same message.': 'Dicoba lagi dengan pesan yang sama.',
  'What became of it': 'Apa yang terjadi',
  'too old after {when}': 'basi setelah {when}',
  '{name} duplicated': '{name} diduplikat',
  '{name}: follow-up': '{name}: tindak lanjut',
  '{reason} ({count})': '{reason} ({count})',
  '{who} ({count})': '{who} ({count})',
  '“{name}” begins at once instead of at its time.': '“{name}” dimulai sekarang, bukan pada waktunya.',
}

export const toldOfBroadcastPlans: Dictionary = {
  'Choose somebody first: the test reads as for one of them.':
    'Pilih penerima dahulu: uji coba dibuat seperti untuk salah satunya.',
  'Choose when it begins.': 'Pilih kapan siaran dimulai.',
  'It is too old to be sent before it begins. Choose a later time.':
    'Siaran sudah basi sebelum dimulai. Pilih waktu yang lebih akhir.',
  'Only a broadcast that waits for its time can be taken off the schedule.':
    'Hanya siaran yang menunggu waktunya yang dapat dihapus dari jadwal.',
  'Only a draft can be scheduled.': 'Hanya draf yang dapat dijadwalkan.',
  'Take it off the schedule before you change it.': 'Hapus dahulu dari jadwal sebelum mengubahnya.',
  'The message has a mistake. Mend it first.': 'Ada kesalahan dalam pesan. Perbaiki dahulu.',
  'The message has nothing to fill in for {name}. Choose another contact for the test.':
    'Tidak ada isi pesan untuk {name}. Pilih kontak lain untuk uji coba.',
  'There is nobody left whom this would be for.': 'Tidak ada lagi yang dituju.',
  'This broadcast has a time. Schedule it, or take its time away to send it now.':
    'Siaran ini mempunyai waktu. Jadwalkan, atau hapus waktunya untuk mengirim sekarang.',
  'This broadcast was never sent.': 'Siaran ini belum pernah dikirim.',
  'This time has passed. Choose a later one, or send it now.':
    'Waktu ini sudah lewat. Pilih waktu lain, atau kirim sekarang.',
  'Type the number that the test goes to.': 'Ketik nomor tujuan uji coba.',
  'is not a date and time': 'bukan tanggal dan jam',
}
