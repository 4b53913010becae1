// Indonesian: what the server tells people.
import type { Dictionary } from '../text.ts'

export const told: Dictionary = {
  // What people send without a word
  '🎤 Voice message': '🎤 Pesan suara',
  '💬 Other message': '💬 Pesan lain',
  '📷 Photo': '📷 Foto',
  '🎥 Video': '🎥 Video',
  '🖼️ Sticker': '🖼️ Stiker',
  '📄 Document': '📄 Dokumen',
  '📍 Location': '📍 Lokasi',
  '👤 Contact': '👤 Kontak',
  // Limits that all organizations share
  'Too many files are being uploaded right now. Try again in a few seconds.':
    'Terlalu banyak berkas sedang diunggah. Coba lagi dalam beberapa detik.',
  'Kabar is still sending you earlier answers. Try again in a few seconds.':
    'Kabar masih mengirim jawaban sebelumnya. Coba lagi dalam beberapa detik.',
  'Your other downloads are not finished. Wait for them, then try again.':
    'Unduhan Anda yang lain belum selesai. Tunggu sampai selesai, lalu coba lagi.',
  'Too many of your files are waiting already. Try again when some of them are ready.':
    'Terlalu banyak berkas Anda masih dalam antrean. Coba lagi setelah sebagian selesai.',
  'Too many calls in a short time. Try again in a few seconds.':
    'Terlalu banyak permintaan dalam waktu singkat. Coba lagi dalam beberapa detik.',
  'Your organization has 1 record and may have {limit}. Whoever runs this installation can raise the limit.':
    'Organisasi Anda memiliki 1 data dari batas {limit}. Administrator Anda dapat menaikkan batas ini.',
  'Your organization has {used} records and may have {limit}. Whoever runs this installation can raise the limit.':
    'Organisasi Anda memiliki {used} data dari batas {limit}. Administrator Anda dapat menaikkan batas ini.',
  'Your organization uses {used} MB for files and imports and may use {limit} MB. Files that nothing uses go after 30 days; whoever runs this installation can raise the limit.':
    'Organisasi Anda memakai {used} MB untuk berkas dan impor dari batas {limit} MB. Berkas yang tidak dipakai dihapus setelah 30 hari; administrator Anda dapat menaikkan batas ini.',
  'Your organization uploaded 1 file in the last hour and may upload {limit}. Try again later.':
    'Organisasi Anda sudah mengunggah 1 berkas dalam satu jam terakhir dari batas {limit}. Coba lagi nanti.',
  'Your organization uploaded {used} files in the last hour and may upload {limit}. Try again later.':
    'Organisasi Anda sudah mengunggah {used} berkas dalam satu jam terakhir dari batas {limit}. Coba lagi nanti.',
  'Your organization asked for 1 file in the last hour and may ask for {limit}. Try again later.':
    'Organisasi Anda sudah mengekspor 1 berkas dalam satu jam terakhir dari batas {limit}. Coba lagi nanti.',
  'Your organization asked for {used} files in the last hour and may ask for {limit}. Try again later.':
    'Organisasi Anda sudah mengekspor {used} berkas dalam satu jam terakhir dari batas {limit}. Coba lagi nanti.',
  // Titles of errors
  'Invalid request': 'Permintaan tidak valid',
  'Malformed request': 'Permintaan tidak dapat dibaca',
  'Current password is incorrect': 'Kata sandi saat ini salah',
  'Password not accepted': 'Kata sandi tidak diterima',
  'Link expired or already used': 'Tautan kedaluwarsa atau sudah dipakai',
  'Invitation expired or already used': 'Undangan kedaluwarsa atau sudah dipakai',
  'Invalid template': 'Templat tidak valid',
  'File cannot be read': 'Berkas tidak dapat dibaca',
  'Authentication required': 'Anda perlu masuk',
  'Incorrect email or password': 'Email atau kata sandi salah',
  'Session expired': 'Sesi berakhir',
  'Download link expired or already used': 'Tautan unduhan kedaluwarsa atau sudah dipakai',
  'No QR code available': 'Kode QR tidak tersedia',
  'Changed by someone else': 'Diubah oleh orang lain',
  'Quota exceeded': 'Kuota terlampaui',
  'Email address already in use': 'Alamat email sudah dipakai',
  'Invitation is for another address': 'Undangan ini untuk alamat lain',
  'Already a member': 'Sudah menjadi anggota',
  'Organization is not empty': 'Organisasi tidak kosong',
  'Phone number already in use': 'Nomor telepon sudah dipakai',
  'Idempotency key reused with a different request': 'Idempotency-Key dipakai untuk permintaan lain',
  'Currency is locked by transactions': 'Mata uang terkunci oleh transaksi',
  'Investor has investments': 'Investor memiliki investasi',
  'Investment has settled transactions': 'Investasi memiliki transaksi lunas',
  'Name already in use': 'Nama sudah dipakai',
  'Rate already exists for this date': 'Kurs untuk tanggal ini sudah ada',
  'Not possible in the current state': 'Tidak dapat dilakukan saat ini',
  'In use': 'Sedang dipakai',
  'Period is closed': 'Periode sudah ditutup',
  'Last active status of its category': 'Status aktif terakhir dalam kategorinya',
  'Default status': 'Status bawaan',
  'Request too large': 'Permintaan terlalu besar',
  'Unsupported media type': 'Jenis konten tidak didukung',
  'Too many requests': 'Terlalu banyak permintaan',
  'Image processing unavailable': 'Pemrosesan gambar tidak tersedia',
  'Internal server error': 'Terjadi kesalahan pada server',
  'Service unavailable': 'Layanan sedang tidak tersedia',
  'Method not allowed': 'Metode tidak diizinkan',
  'Not found': 'Tidak ditemukan',
  'Registration is closed': 'Pendaftaran ditutup',
  'This day is in the future.': 'Tanggal ini belum tiba.',

  'The books are closed until {closed}: nothing of these days can change. Use a later day, or reopen them under Account, Closed periods.':
    'Periode ditutup sampai {closed}: data sampai hari itu tidak dapat diubah. Gunakan tanggal setelahnya, atau buka kembali di Akun, Tutup buku.',
  'This time zone would change days until {closed}, for which the books are closed. Reopen them under Account, Closed periods, change it and close them again.':
    'Zona waktu ini akan mengubah hari-hari sampai {closed}, yang sudah ditutup. Buka kembali di Akun, Tutup buku, ubah zona waktunya, lalu tutup lagi.',
  'Nothing is closed.': 'Belum ada periode yang ditutup.',

  'This number has opted out. Only a new opt-in reverses that: choose Opted in, and enter how they agreed.':
    'Nomor ini berhenti berlangganan. Hanya persetujuan baru yang dapat membatalkannya: pilih Setuju, beserta cara persetujuannya.',
  // On a field
  'must not be after today': 'tidak boleh setelah hari ini',
  'must be before today': 'harus sebelum hari ini',
  'must be after the day until which the books are closed': 'harus setelah hari terakhir yang sudah ditutup',
  'must be before the day until which the books are closed': 'harus sebelum hari terakhir yang sudah ditutup',
  'at least one address': 'minimal satu alamat',
  'at most {maxInvited} addresses': 'maksimal {maxInvited} alamat',
  '“{wrong}” is not an email address': '“{wrong}” bukan alamat email',
  'is not a language code': 'bukan kode bahasa',
  'is not a time zone': 'bukan zona waktu',
  'is not known here': 'tidak dikenal',
  'must be text': 'harus berupa teks',
  'must be a number': 'harus berupa angka',
  'must be true or false': 'harus berupa true atau false',
  'must be a list': 'harus berupa daftar',
  'must be an object': 'harus berupa objek',
  'must be empty': 'harus kosong',
  'must be the value {only}': 'harus bernilai {only}',
  'must be one of: {choices}': 'harus salah satu dari: {choices}',
  'is not one of the choices': 'bukan salah satu pilihan',
  'at least {bound} characters': 'minimal {bound} karakter',
  'at least 1 character': 'minimal 1 karakter',
  'at most 1 character': 'maksimal 1 karakter',
  'at most 1 value': 'maksimal 1 nilai',
  'at least 1 value': 'minimal 1 nilai',
  'at most {bound} values': 'maksimal {bound} nilai',
  'at least {bound} values': 'minimal {bound} nilai',
  'at least {bound}': 'minimal {bound}',
  'must be less than {bound}': 'harus kurang dari {bound}',
  'must be more than {bound}': 'harus lebih dari {bound}',
  'must be a multiple of {divisor}': 'harus kelipatan {divisor}',
  'is not an id': 'bukan ID',
  'is not valid': 'tidak valid',
  'is not written as it should be': 'formatnya tidak benar',
  'must be a whole number': 'harus bilangan bulat',
  'cannot be given with this mode': 'tidak dapat diisi pada mode ini',
  'must be a time of day, such as 09:00': 'harus berupa jam, misalnya 09:00',
  'must be a whole number from {least} to {most}': 'harus bilangan bulat dari {least} sampai {most}',
  'must be later than the beginning': 'harus setelah waktu mulai',
  'must not be shorter than the first': 'tidak boleh kurang dari yang pertama',
  'must be a whole number from 0 to 100': 'harus bilangan bulat dari 0 sampai 100',
  'must be the rows of before in another order': 'harus memuat baris yang sama dalam urutan lain',

  // Signing in
  'An old token was used again. Sign in again.': 'Token lama sesi ini dipakai lagi. Masuk lagi.',
  'New accounts cannot be created at the moment.': 'Pendaftaran sedang ditutup.',
  'Ask a colleague who uses Kabar to invite you.': 'Minta undangan kepada rekan yang sudah memakai Kabar.',

  // The team and its invitations
  'This link is incomplete or was replaced by a newer one. Ask the person who invited you for a new one.':
    'Tautan undangan ini sudah diganti dengan yang lebih baru, atau terpotong. Minta undangan baru kepada pengundang Anda.',
  'Nobody can register here now, and {email} has no account.':
    'Pendaftaran sedang ditutup, dan {email} belum memiliki akun.',
  'Your organization still has {what}. Delete or stop them and open the link again, or ask for an invitation to another address of yours.':
    'Masih ada {what} dalam organisasi Anda. Hapus atau hentikan dahulu, lalu buka lagi tautannya, atau minta undangan untuk alamat Anda yang lain.',
  contacts: 'kontak',
  templates: 'templat',
  broadcasts: 'siaran',
  investors: 'investor',
  investments: 'investasi',
  members: 'anggota',
  imports: 'impor',
  tags: 'tag',
  notes: 'catatan',
  'WhatsApp sessions that run or are linked to a phone': 'sesi WhatsApp yang berjalan atau tertaut ke ponsel',
  'This invitation is for {email}. Log in with that address, or ask for an invitation to yours.':
    'Undangan ini untuk {email}. Masuk dengan alamat itu, atau minta undangan untuk alamat Anda.',
  'This invitation is for {email}. Register with that address, or ask for an invitation to yours.':
    'Undangan ini untuk {email}. Daftar dengan alamat itu, atau minta undangan untuk alamat Anda.',
  'This address already has an account. Log in with it, then open the invitation link again.':
    'Alamat ini sudah memiliki akun. Masuk dengan alamat ini, lalu buka lagi tautan undangannya.',
  'This invitation is older than 7 days. Ask the person who invited you for a new one.':
    'Undangan ini sudah lebih dari 7 hari. Minta undangan baru kepada pengundang Anda.',
  'This invitation has already been used. Log in with the address that was invited.':
    'Undangan ini sudah dipakai. Masuk dengan alamat yang diundang.',
  'This invitation was withdrawn. Ask the person who invited you for a new one.':
    'Undangan ini sudah ditarik. Minta undangan baru kepada pengundang Anda.',
  'Your administrator removed this access and can restore it.':
    'Administrator Anda mencabut akses ini, dan dapat memulihkannya.',
  'You are in {organization} already.': 'Anda sudah menjadi anggota {organization}.',
  'You cannot remove yourself. Delete your account instead.':
    'Anda tidak dapat mengeluarkan diri sendiri. Hapus akun Anda sebagai gantinya.',
  '{email} is already a member. If their access was removed, restore it in the list of members.':
    '{email} sudah menjadi anggota tim. Jika aksesnya dicabut, pulihkan di daftar anggota.',
  'Choose a country from the list.': 'Pilih negara dari daftar.',
  'Too many people are asking right now. Try again in a few seconds.':
    'Terlalu banyak permintaan saat ini. Coba lagi dalam beberapa detik.',
  'Many people are signing in right now. Try again in a few seconds.':
    'Banyak orang sedang masuk saat ini. Coba lagi dalam beberapa detik.',
  'This address has an account. Sign in, or use another address.':
    'Alamat ini sudah memiliki akun. Masuk, atau pakai alamat lain.',
  'This link has been used, is older than 30 minutes, or was replaced by a newer one. Request a new link.':
    'Tautan ini sudah dipakai, sudah lebih dari 30 menit, atau sudah diganti dengan yang lebih baru. Minta tautan baru.',
  'This address already has an account. Choose another one.': 'Alamat ini sudah memiliki akun. Pilih alamat lain.',
  'This link has been used, is older than 30 minutes, was replaced by a newer one, or belongs to another account. Request a new one in your profile.':
    'Tautan ini sudah dipakai, sudah lebih dari 30 menit, sudah diganti dengan yang lebih baru, atau dibuat untuk akun lain. Minta tautan baru di profil Anda.',
  'This is not your current password. Type it again.': 'Ini bukan kata sandi Anda saat ini. Ketik lagi.',
  'This password contains the name of this product. Choose one that is harder to guess.':
    'Kata sandi ini memuat nama produk ini. Pilih kata sandi yang sulit ditebak.',
  'This password contains your name, address or organization. Choose one that cannot be guessed from them.':
    'Kata sandi ini memuat nama, alamat, atau organisasi Anda. Pilih kata sandi yang tidak dapat ditebak dari situ.',
  'This password is too common. Choose a less common one.':
    'Kata sandi ini terlalu umum dan mudah ditebak. Pilih yang lain.',
  'Wait {time}, then try again.': 'Tunggu {time}, lalu coba lagi.',
  '{count} minutes': '{count} menit',
  '{count} second': '{count} detik',
  '{count} seconds': '{count} detik',
  'You have been away for a while. Sign in again.': 'Anda sudah lama tidak aktif. Masuk lagi.',

  // Downloads, and leaving
  'A link works once and for 60 seconds. Go back to Kabar and request the file again.':
    'Tautan ini hanya dapat dipakai sekali dan berlaku 60 detik. Kembali ke Kabar dan minta lagi berkasnya.',
  'Someone has joined your organization. Review what would be deleted.':
    'Ada anggota baru yang bergabung dengan organisasi Anda. Periksa kembali apa yang akan dihapus.',
  'Type “{text}”, exactly as it is written here.': 'Ketik “{text}”, persis seperti tertulis di sini.',
  'You are now the last member: your organization would be deleted with your account. Review what would be deleted.':
    'Sekarang Anda anggota terakhir: organisasi Anda akan dihapus bersama akun Anda. Periksa kembali apa yang akan dihapus.',

  // Organization
  'Someone else changed the organization after you opened it.':
    'Organisasi ini diubah oleh orang lain setelah Anda membukanya.',

  // Master data
  '1 record has “{name}”. Move it to another one first.': '1 data memakai “{name}”. Pindahkan dahulu ke yang lain.',
  '{count} records have “{name}”. Move them to another one first.':
    '{count} data memakai “{name}”. Pindahkan dahulu ke yang lain.',
  'This name is already in use. Choose another one.': 'Nama ini sudah dipakai. Pilih nama lain.',
  'Choose a different entry.': 'Pilih selain yang ini.',
  'New investments begin as “{name}”. Make another status the default first.':
    '“{name}” adalah status awal untuk investasi baru. Tetapkan dahulu status lain sebagai bawaan.',
  'Only an active status of the category Prospect can be the default.':
    'Hanya status aktif dalam kategori Prospek yang dapat menjadi bawaan.',
  'This list was changed by someone else. Review it, then move the row again.':
    'Daftar ini diubah oleh orang lain. Periksa, lalu pindahkan lagi barisnya.',
  'This entry is no longer active. Choose another one.': 'Sudah nonaktif. Pilih yang lain.',
  'This entry no longer exists. Choose another one.': 'Sudah tidak ada. Pilih yang lain.',
  '“{name}” is the last active status of its category. Add or activate another one there first.':
    '“{name}” adalah status aktif terakhir dalam kategorinya. Tambahkan atau aktifkan dahulu status lain dalam kategori itu.',

  // WhatsApp sessions
  'Another session has this name. Choose another one.': 'Nama ini sudah dipakai sesi lain. Pilih nama lain.',
  'The broadcast “{name}” is about to send this template. Change or cancel it first.':
    'Siaran “{name}” akan segera mengirim templat ini. Ubah atau batalkan dahulu siaran itu.',
  'The broadcast “{name}” uses this session. Wait until it is completed, or cancel it.':
    'Siaran “{name}” memakai sesi ini. Tunggu sampai selesai, atau batalkan.',
  'The session of this draft was removed. Choose another one.': 'Sesi pada draf ini sudah dihapus. Pilih sesi lain.',
  'An organization can have at most {count} sessions. Remove one that you no longer need.':
    'Organisasi dapat memiliki paling banyak {count} sesi. Hapus sesi yang tidak lagi diperlukan.',

  // Contacts and their numbers
  'A number cannot start with “=”.': 'Nomor tidak boleh diawali “=”.',
  'A number with an extension cannot receive WhatsApp messages. Remove the extension.':
    'Nomor dengan ekstensi tidak dapat menerima pesan WhatsApp. Hilangkan ekstensinya.',
  'Start the number with + and the country code.': 'Awali nomor dengan + dan kode negara.',
  'No country has this country code.': 'Tidak ada negara dengan kode ini.',
  'No number of this country has this length.': 'Panjang nomor ini tidak sesuai untuk negaranya.',
  'This field has two numbers. Enter only one.': 'Ada dua nomor di sini. Sisakan salah satu.',
  'This is not a phone number.': 'Ini bukan nomor telepon.',
  'This number was damaged by a spreadsheet ({text}). Format its column as text and export it again.':
    'Nomor ini berubah karena spreadsheet ({text}). Format kolomnya sebagai teks, lalu ekspor lagi.',
  'Another contact': 'Kontak lain',
  'This is not a number{where}.': 'Ini bukan nomor{where}.',
  'This number is too long{where}.': 'Nomor ini terlalu panjang{where}.',
  'This number is too short{where}.': 'Nomor ini terlalu pendek{where}.',
  ' for {country}. Begin numbers of other countries with + and the country code':
    ' untuk {country}. Awali nomor negara lain dengan + dan kode negara',
  '{name} has this number already.': 'Nomor ini sudah dipakai {name}.',
  '{name} was changed by someone else. Review it, then save again.':
    '{name} diubah oleh orang lain. Periksa versi barunya, lalu simpan lagi.',

  // Broadcasts
  'A broadcast that is being sent cannot be deleted. Cancel it first.':
    'Siaran yang sedang dikirim tidak dapat dihapus. Batalkan dahulu.',
  'Choose at least one contact or group.': 'Pilih minimal satu kontak atau grup.',
  'Choose a template or write a text. The chosen template may have been deleted.':
    'Pilih templat atau tulis teks. Templat yang dipilih mungkin sudah dihapus.',
  'Only a broadcast that is being sent can be paused.': 'Hanya siaran yang sedang dikirim yang dapat dijeda.',
  'Only a draft can be edited. Duplicate the broadcast instead.':
    'Hanya draf yang dapat diubah. Duplikasikan siaran ini.',
  'Only a paused broadcast can go on.': 'Hanya siaran yang dijeda yang dapat dilanjutkan.',
  'Some of the chosen contacts do not exist any more. Choose them again.':
    'Sebagian kontak yang dipilih sudah tidak ada. Pilih lagi.',
  'Some of the chosen groups are not imported any more. Choose them again.':
    'Sebagian grup yang dipilih sudah tidak diimpor. Pilih lagi.',
  'This broadcast has no recipients.': 'Siaran ini tidak memiliki penerima.',
  'The text cannot be sent: {message}': 'Teks ini tidak dapat dikirim: {message}',
  'The messages of this broadcast could not be created. Simplify the text and send it as a new broadcast.':
    'Pesan siaran ini tidak dapat dibuat. Sederhanakan teksnya, lalu kirim sebagai siaran baru.',
  'This broadcast is over already.': 'Siaran ini sudah selesai.',
  'This broadcast was started already and cannot be sent again.':
    'Siaran ini sudah dimulai dan tidak dapat dikirim lagi.',

  // WhatsApp sessions
  'This action requires a simulator session.': 'Hanya sesi simulator yang memiliki ponsel simulasi.',
  'The QR code was not scanned in time. Start the session again to get a new one.':
    'Kode QR tidak dipindai tepat waktu. Mulai lagi sesinya untuk mendapatkan kode baru.',
  'The account was opened elsewhere. Reconnecting shortly.':
    'Akun ini dibuka di tempat lain. Sebentar lagi akan tersambung kembali.',
  'The account was opened elsewhere. Start the session again.': 'Akun ini dibuka di tempat lain. Mulai lagi sesinya.',
  'Stop the session and log out its phone first.': 'Hentikan sesi dan putuskan ponselnya dahulu.',
  'Pairing codes work only for linked devices.': 'Kode tautan hanya berlaku untuk perangkat tertaut.',
  'A phone is already linked to this session.': 'Sudah ada ponsel yang tertaut ke sesi ini.',
  'The code was not typed on the phone in time. Start the session again to get a new one.':
    'Kode tidak diketik di ponsel tepat waktu. Mulai lagi sesinya untuk mendapatkan kode baru.',
  'The phone unlinked this device. Start the session and link the phone again.':
    'Tautan perangkat ini diputus dari ponsel. Mulai sesinya dan tautkan lagi ponselnya.',
  'WhatsApp has temporarily blocked this account. Check WhatsApp on the phone.':
    'WhatsApp memblokir akun ini untuk sementara. Periksa WhatsApp di ponsel.',
  'WhatsApp has blocked this account. Check WhatsApp on the phone.':
    'WhatsApp memblokir akun ini. Periksa WhatsApp di ponsel.',
  'WhatsApp no longer accepts this version of Kabar. Update Kabar, then start the session.':
    'WhatsApp tidak lagi menerima versi Kabar ini. Perbarui Kabar, lalu mulai sesinya.',
  'WhatsApp on the phone is too old for linked devices. Update it, then link it again.':
    'Versi WhatsApp di ponsel terlalu lama untuk perangkat tertaut. Perbarui, lalu tautkan lagi.',
  'WhatsApp is temporarily unavailable.': 'WhatsApp sedang tidak tersedia.',
  'The credentials of this session are damaged. Log out and link it again.':
    'Kredensial sesi ini rusak. Keluar dari sesi ini, lalu tautkan lagi.',
  'The keys of this session could not be saved.': 'Kunci sesi ini tidak dapat disimpan.',
  'A QR code is available only while the session waits for a scan.':
    'Kode QR hanya tersedia selama sesi menunggu pemindaian.',
  'The connection to WhatsApp was lost.': 'Koneksi ke WhatsApp terputus.',
  'The pairing could not be saved.': 'Tautan ke ponsel tidak dapat disimpan.',
  'The phone no longer knows this device. Start the session and scan the QR code again.':
    'Ponsel tidak lagi mengenal perangkat ini. Mulai sesinya dan pindai lagi kode QR.',
  'The phone unlinked this device. Start the session and scan the QR code again.':
    'Tautan perangkat ini diputus dari ponsel. Mulai sesinya dan pindai lagi kode QR.',
  'The session could not be opened. If APP_SECRET was changed, restore the previous value.':
    'Sesi tidak dapat dibuka. Jika APP_SECRET diubah, kembalikan ke nilai lama.',
  'No QR code is available. Start the session and wait for its code.':
    'Kode QR tidak tersedia. Mulai sesinya dan tunggu kodenya.',
  // Answers
  'They asked not to be written to. With START they take that back.':
    'Kontak ini berhenti berlangganan. Kontak dapat membatalkannya dengan mengirim START.',
  'An investor of theirs is marked “Do not contact”.': 'Salah satu investornya ditandai “Jangan hubungi”.',
  'The session that they wrote to was removed. Answer on the phone.':
    'Sesi yang menerima pesan ini sudah dihapus. Jawab lewat ponsel.',
  'They wrote while the session sent through something else: what is answered now would reach somebody else.':
    'Koneksi sesi sudah diganti sejak pesan ini diterima: jawaban sekarang akan sampai ke orang lain.',
  'This answer has left already.': 'Jawaban ini sudah terkirim.',
  'This is not there any more.': 'Data ini sudah tidak ada.',
  // Currencies and rates
  'This day already has a rate: 1 {from} = {rate} {to}. Edit that rate.':
    'Tanggal ini sudah memiliki kurs: 1 {from} = {rate} {to}. Ubah kurs itu.',
  '{code} is the base currency. Set another base currency first.':
    '{code} adalah mata uang dasar. Jadikan dahulu mata uang lain sebagai mata uang dasar.',
  '{count} records use {code}. It cannot be disabled while in use.':
    '{count} data memakai {code}. Mata uang ini tidak dapat dihapus selama masih dipakai.',
  'One record uses {code}. It cannot be disabled while in use.':
    'Satu data memakai {code}. Mata uang ini tidak dapat dihapus selama masih dipakai.',
  'This rate was changed by someone else. Review it, then save again.':
    'Kurs ini diubah oleh orang lain. Periksa kurs barunya, lalu simpan lagi.',
  'The numbers are ambiguous. Choose a number format.': 'Angka dapat dibaca dengan dua cara. Pilih format angkanya.',
  'This number is ambiguous. Choose a number format.': 'Angka ini dapat dibaca dengan dua cara. Pilih format angka.',
  'Line {line} already has this pair and day.': 'Baris {line} sudah memuat pasangan dan tanggal ini.',
  'This line has 1 cell instead of {wanted}. A number with a comma needs quotes.':
    'Baris ini berisi 1 sel, seharusnya {wanted}. Angka dengan koma perlu tanda kutip.',
  'This line has {cells} cells instead of {wanted}. A number with a comma needs quotes.':
    'Baris ini berisi {cells} sel, seharusnya {wanted}. Angka dengan koma perlu tanda kutip.',
  '“{text}” is not a day such as 2026-11-20.': '“{text}” bukan tanggal seperti 2026-11-20.',
  '“{text}” is not a currency code that Kabar knows.': '“{text}” bukan kode mata uang yang dikenal Kabar.',
  '“{text}” is not a rate such as 16400.50, with at most 15 decimals.':
    '“{text}” bukan kurs seperti 16400.50, dengan maksimal 15 desimal.',
  'Both currencies are the same.': 'Kedua mata uang sama.',
  'The file is empty.': 'Isinya kosong.',
  'The file has more than 20,000 lines. Split it into parts.':
    'Isinya lebih dari 20.000 baris. Bagi menjadi beberapa bagian.',
  'A quote is not closed.': 'Ada tanda kutip yang tidak ditutup.',
  'The first line must name the columns: day, from, to, rate.':
    'Baris pertama harus memuat nama kolom: tanggal, dari, ke, kurs.',
  'A column is missing: {columns}.': 'Kolom tidak ditemukan: {columns}.',
  'is not a rate such as 16400.50, with at most 15 decimals': 'bukan kurs seperti 16400.50, dengan maksimal 15 desimal',
  'must be more than 0': 'harus lebih dari 0',
  'is too large: the sums of this investment would not fit': 'terlalu besar: total investasi ini melebihi batas',
  'must be another currency than the first': 'harus berbeda dari mata uang pertama',
  'is not a currency that Kabar knows': 'bukan mata uang yang dikenal Kabar',
  'must be a time since 1900': 'harus waktu sejak tahun 1900',
  'is not a day': 'bukan tanggal',

  // Tags, notes and exports
  'A spreadsheet has room for 1,048,575 records. Export them as CSV.':
    'Spreadsheet hanya dapat memuat 1.048.575 data. Ekspor sebagai CSV.',
  'A tag with this name already exists.': 'Sudah ada tag dengan nama ini.',
  'This note was changed by someone else. Review it, then save again.':
    'Catatan ini diubah oleh orang lain. Periksa, lalu simpan lagi.',
  'This tag no longer exists. Choose another one.': 'Tag ini sudah tidak ada. Pilih yang lain.',
  'The record of this note no longer exists.': 'Data yang dicatat di sini sudah tidak ada.',
  '{tag} was changed by someone else. Review it, then save again.':
    '{tag} diubah oleh orang lain. Periksa, lalu simpan lagi.',
  'at most 50 tags': 'maksimal 50 tag',

  // Investments, offerings, transactions
  'Another investment has the reference {reference}.': 'Nomor referensi {reference} sudah dipakai investasi lain.',
  'Another offering is called {name}.': 'Sudah ada penawaran bernama {name}.',
  'This transaction was in {before}, and its investment is in {currency} now. Change the currency back first.':
    'Transaksi ini dalam {before}, sedangkan investasinya sekarang dalam {currency}. Kembalikan dahulu mata uangnya.',
  'Its investor is deleted. Restore the investor first.': 'Investornya sudah dihapus. Pulihkan investornya dahulu.',
  'It has one settled transaction. Change its status instead, or delete the transaction first.':
    'Investasi ini memiliki satu transaksi lunas. Beri status lain, atau hapus transaksinya dahulu.',
  'It has {settled} settled transactions. Change its status instead, or delete the transactions first.':
    'Investasi ini memiliki {settled} transaksi lunas. Beri status lain, atau hapus transaksinya dahulu.',
  'This offering has one investment. Close it instead: it is then not offered for new investments.':
    'Penawaran ini memuat satu investasi. Tutup saja agar tidak dapat dipilih untuk investasi baru.',
  '{count} investments use this offering. Close it instead: it is then not offered for new investments.':
    'Penawaran ini memuat {count} investasi. Tutup saja agar tidak dapat dipilih untuk investasi baru.',
  'The currency is locked by transactions.': 'Mata uang tidak dapat diubah karena sudah ada transaksi.',
  'This investor no longer exists.': 'Investor ini sudah tidak ada.',
  'Another investor has the code {code}.': 'Kode {code} sudah dipakai investor lain.',
  'This investor has one investment. Archive the investor instead: it is then hidden from pickers, and totals do not change.':
    'Investor ini memiliki satu investasi. Arsipkan saja investornya agar tidak dapat dipilih lagi; total tetap benar.',
  '{count} investments belong to this investor. Archive the investor instead: it is then hidden from pickers, and totals do not change.':
    'Investor ini memiliki {count} investasi. Arsipkan saja investornya agar tidak dapat dipilih lagi; total tetap benar.',
  'This contact no longer exists.': 'Kontak ini sudah tidak ada.',
  'This type no longer exists.': 'Tipe ini sudah tidak ada.',
  'This type is no longer active.': 'Tipe ini sudah tidak dipakai.',
  'One of these stages no longer exists.': 'Salah satu tahap ini sudah tidak ada.',
  'is not a web address': 'bukan alamat situs web',
  'is required with a ticket size': 'wajib diisi jika nilai investasi diisi',
  'must not be less than the smallest ticket': 'tidak boleh kurang dari nilai investasi minimum',
  'This offering no longer exists.': 'Penawaran ini sudah tidak ada.',
  'This person is not in the organization.': 'Orang ini bukan anggota organisasi.',
  'This stage no longer exists.': 'Tahap ini sudah tidak ada.',
  'This stage is no longer active.': 'Tahap ini sudah tidak dipakai.',
  'This status no longer exists.': 'Status ini sudah tidak ada.',
  'This status is no longer active.': 'Status ini sudah tidak dipakai.',
  'This transaction was changed by someone else. Review it, then save again.':
    'Transaksi ini diubah oleh orang lain. Periksa, lalu simpan lagi.',
  'A filter of this list no longer exists.': 'Data yang dipakai filter daftar ini sudah tidak ada.',
  'belongs to a settled transaction only': 'hanya untuk transaksi yang lunas',
  'is not a number such as 1500.25': 'bukan angka seperti 1500.25',
  'is not a percentage such as 12.5': 'bukan persentase seperti 12.5',
  'is not an amount such as 1500000.50': 'bukan jumlah seperti 1500000.50',
  'at most {max}': 'maksimal {max}',
  'is required when it is settled': 'wajib diisi jika sudah lunas',
  'is required with this status': 'wajib diisi untuk status ini',
  'must not be after today: schedule it instead': 'tidak boleh setelah hari ini: jadwalkan saja',
  'must not be in the future': 'tidak boleh di masa mendatang',
  'must not be before the day it opens': 'tidak boleh sebelum tanggal buka',
  'has no decimals in {currency}': 'tidak memakai desimal dalam {currency}',
  'has at most {allowed} decimals in {currency}': 'memakai maksimal {allowed} desimal dalam {currency}',
  'One of these groups is not there any more. Look at the list again.':
    'Salah satu grup ini sudah tidak ada. Periksa daftarnya lagi.',
  'This session is not connected. Connect it on the Account page, then try again.':
    'Sesi ini tidak terhubung. Hubungkan di halaman Akun, lalu coba lagi.',
}
