// Indonesian: signing in and the account.
import type { Dictionary } from '../text.ts'

export const account: Dictionary = {
  Usage: 'Penggunaan',
  'What your organization uses of this installation. Deleted records count too.':
    'Pemakaian instalasi ini oleh organisasi Anda. Catatan yang sudah dihapus tetap dihitung.',
  Records: 'Catatan',
  'Files and imports': 'Berkas dan impor',
  'Uploads in the last hour': 'Unggahan dalam satu jam terakhir',
  'Exports in the last hour': 'Ekspor dalam satu jam terakhir',
  // Signing in
  // Passwords and where one is signed in
  'A new one signs you out everywhere else.': 'Kata sandi baru mengeluarkan Anda dari semua tempat lain.',
  'Change password': 'Ganti kata sandi',
  'Current password': 'Kata sandi saat ini',
  'Not signed out': 'Tidak dikeluarkan',
  'Sign out everywhere else': 'Keluar dari semua tempat lain',
  'Sign out': 'Keluarkan',
  'Sign out {device}': 'Keluarkan {device}',
  'Signed out there': 'Sudah dikeluarkan dari sana',
  'from {address}': 'dari {address}',
  'Signed in {time}': 'Masuk {time}',
  'Signed out everywhere else': 'Sudah keluar dari semua tempat lain',
  'This browser': 'Peramban ini',
  'Where you are signed in': 'Tempat Anda masuk',
  'You are signed out everywhere else.': 'Anda sudah dikeluarkan dari semua tempat lain.',
  'last seen {ago}': 'terakhir terlihat {ago}',
  // Profile, and a new address
  'A new address needs it, and is confirmed by a link that is mailed there.':
    'Diperlukan untuk alamat baru, yang dikonfirmasi lewat tautan yang dikirim ke sana.',
  'A new address needs it, and is confirmed by a link that whoever runs Kabar finds in the outbox folder.':
    'Diperlukan untuk alamat baru, yang dikonfirmasi lewat tautan yang dapat diambil pengelola Kabar dari folder outbox.',
  'A new link was made': 'Tautan baru dibuat',
  'As the organization': 'Sama dengan organisasi',
  'Confirming the new address…': 'Mengonfirmasi alamat baru…',
  'Keep the present address': 'Tetap pakai alamat saat ini',
  'Make a new link': 'Buat tautan baru',
  'New address confirmed': 'Alamat baru dikonfirmasi',
  'No new link was made': 'Tautan baru tidak dibuat',
  'Of the pages, their dates and numbers, and of the mails to you.':
    'Untuk halaman, tanggal dan angkanya, serta e-mail kepada Anda.',
  'Open the link in the mail within 30 minutes. Until then you sign in with the address above.':
    'Buka tautan dalam e-mail itu dalam 30 menit. Sampai saat itu Anda masuk dengan alamat di atas.',
  'The address stays as it is': 'Alamat tetap seperti semula',
  'The new address counts once its link has been opened.': 'Alamat baru berlaku setelah tautannya dibuka.',
  'The new address was not confirmed': 'Alamat baru tidak dikonfirmasi',
  'The older one is not good any more.': 'Tautan yang lama tidak berlaku lagi.',
  'The times you see are in it. The organization’s stands first: with it, you follow the organization.':
    'Waktu yang Anda lihat memakai zona ini. Zona organisasi ada di urutan pertama: dengan itu Anda mengikuti organisasi.',
  'This installation has no mail server: whoever runs Kabar finds the link in the outbox folder. It is good for 30 minutes; until it is opened, you sign in with the address above.':
    'Instalasi ini tidak memiliki server e-mail: pengelola Kabar dapat mengambil tautannya dari folder outbox. Tautan berlaku 30 menit; sampai dibuka, Anda masuk dengan alamat di atas.',
  'Unknown browser on {system}': 'Peramban tidak dikenal di {system}',
  'Unknown device': 'Perangkat tidak dikenal',
  'You sign in with it from now on.': 'Mulai sekarang Anda masuk dengan alamat ini.',
  '{browser} on {system}': '{browser} di {system}',
  '{email} waits to be confirmed.': '{email} menunggu konfirmasi.',
  // Account and its WhatsApp sessions
  'A session is one WhatsApp account that Kabar sends through, as a linked device of its phone.':
    'Satu sesi adalah satu akun WhatsApp yang dipakai Kabar untuk mengirim, sebagai perangkat tertaut pada ponselnya.',
  Appearance: 'Tampilan',
  'As the system': 'Sesuai sistem',
  Connected: 'Terhubung',
  Connecting: 'Menghubungkan',
  Dark: 'Gelap',
  'It is being connected.': 'Sedang dihubungkan.',
  'It is connected: messages leave through it.': 'Terhubung: pesan dikirim melaluinya.',
  'It is not connected, and does not try again by itself.':
    'Tidak terhubung, dan tidak mencoba lagi dengan sendirinya.',
  'It is switched off: nothing is sent through it.': 'Dimatikan: tidak ada yang dikirim melaluinya.',
  'It was last connected on {when}.': 'Terakhir terhubung pada {when}.',
  Light: 'Terang',
  'Log out': 'Keluar',
  'Log out “{name}”?': 'Keluarkan “{name}”?',
  'From the number': 'Dari nomor',
  'It comes to Home and to the contact who has this number.':
    'Pesan itu masuk ke Beranda dan ke kontak yang punya nomor ini.',
  'Lose the line': 'Putuskan koneksi',
  'Of a contact, or of anybody.': 'Milik kontak, atau siapa saja.',
  Send: 'Kirim',
  'STOP, for one, opts them out.': 'STOP, misalnya, membuat mereka berhenti menerima pesan.',
  'The message is on its way': 'Pesan sedang dalam perjalanan',
  'Write to it': 'Kirim pesan kepadanya',
  'Write to the simulated phone': 'Kirim pesan ke ponsel simulasi',
  'No phone linked yet': 'Belum ada ponsel yang ditautkan',
  'Type a code instead': 'Ketik kode saja',
  'Scan a QR code instead': 'Pindai kode QR saja',
  'Link with a code': 'Tautkan dengan kode',
  'Get the code': 'Minta kode',
  'Number of the phone': 'Nomor ponsel',
  'The phone that messages should come from. WhatsApp gives a code to type on it.':
    'Ponsel yang akan menjadi pengirim pesan. WhatsApp memberi kode untuk diketik di ponsel itu.',
  'Code to type on the phone': 'Kode untuk diketik di ponsel',
  'Good for {count} seconds#other': 'Berlaku {count} detik lagi',
  'This code is over.': 'Kode ini sudah tidak berlaku.',
  'Tap “Link with phone number instead”, then type this code.':
    'Ketuk “Tautkan dengan nomor telepon saja”, lalu ketik kode ini.',
  'Sends through': 'Mengirim lewat',
  'WhatsApp (linked device)': 'WhatsApp (perangkat tertaut)',
  'Messages leave through a phone’s WhatsApp, which is linked by a code.':
    'Pesan keluar lewat WhatsApp sebuah ponsel, yang ditautkan dengan kode.',
  'A WhatsApp of its own to try Kabar with.': 'WhatsApp tiruan untuk mencoba Kabar.',
  'What “{name}” sends through': 'Lewat apa “{name}” mengirim',
  'Add a session': 'Tambah sesi',
  'Add session': 'Tambah sesi',
  'No WhatsApp session': 'Belum ada sesi WhatsApp',
  'Broadcasts need one to be sent through. Add it, then scan its code with the phone.':
    'Siaran dikirim lewat sebuah sesi. Tambahkan, lalu pindai kodenya dengan ponsel.',
  'There can be {count} sessions.': 'Paling banyak {count} sesi.',
  'What you call this WhatsApp account, such as “Jakarta office”.':
    'Sebutan untuk akun WhatsApp ini, misalnya “Kantor Jakarta”.',
  Remove: 'Hapus',
  '“{name}” added': '“{name}” ditambahkan',
  '“{name}” removed': '“{name}” dihapus',
  '“{name}” was not removed': '“{name}” tidak dihapus',
  'Rename “{name}”': 'Ganti nama “{name}”',
  'Remove “{name}”?': 'Hapus “{name}”?',
  'Kabar forgets the keys of its phone. What was sent through it stays, under this name. Drafts that use it need another session.':
    'Kabar melupakan kunci ponselnya. Yang sudah dikirim lewat sesi ini tetap ada dengan nama ini. Draf yang memakainya memerlukan sesi lain.',
  'On this browser.': 'Di peramban ini.',
  'Open WhatsApp on the phone.': 'Buka WhatsApp di ponsel.',
  'Point the phone at this code.': 'Arahkan ponsel ke kode ini.',
  Profile: 'Profil',
  'Profile saved': 'Profil disimpan',
  'QR code to scan with the phone': 'Kode QR untuk dipindai dengan ponsel',
  'Renews in {count} seconds#other': 'Diperbarui dalam {count} detik',
  Restart: 'Mulai ulang',
  'Save or undo your other changes on this page first.': 'Simpan atau batalkan dahulu perubahan lain di halaman ini.',
  'Save profile': 'Simpan profil',
  'Scan the code with the phone that messages should come from.':
    'Pindai kode dengan ponsel yang akan menjadi pengirim pesan.',
  'Scan with the simulated phone': 'Pindai dengan ponsel simulasi',
  'Simulated phone': 'Ponsel simulasi',
  'Simulator: nothing reaches a phone': 'Simulator: tidak ada yang sampai ke ponsel',
  Start: 'Mulai',
  Stop: 'Hentikan',
  Stopped: 'Berhenti',
  'Tap Settings (on Android the three dots), then Linked devices, then Link a device.':
    'Ketuk Pengaturan (di Android titik tiga), lalu Perangkat tertaut, lalu Tautkan perangkat.',
  'That could not be done': 'Itu tidak dapat dilakukan',
  'The next code is coming…': 'Kode berikutnya sedang disiapkan…',
  'The phone forgets Kabar, and Kabar forgets the keys. Broadcasts of this session wait until its code has been scanned again.':
    'Ponsel melupakan Kabar, dan Kabar melupakan kuncinya. Siaran pada sesi ini menunggu sampai kodenya dipindai lagi.',
  'Try what Kabar does when things go wrong. What becomes of a message is chosen by the number it goes to: the README lists the endings, such as 0001 for “not on WhatsApp”.':
    'Coba apa yang dilakukan Kabar saat terjadi masalah. Nasib sebuah pesan ditentukan oleh nomor tujuannya: README memuat daftar akhirannya, misalnya 0001 untuk “tidak ada di WhatsApp”.',
  'Unlink from the phone': 'Putuskan tautan dari ponsel',
  'Waiting for a scan': 'Menunggu dipindai',
  'You sign in with it.': 'Anda masuk dengan alamat ini.',
  // Taking everything along, and leaving
  'Account deleted': 'Akun dihapus',
  'All records of your organization in one ZIP file: as CSV for spreadsheets, and as JSON for programs.':
    'Semua catatan organisasi Anda dalam satu berkas ZIP: sebagai CSV untuk spreadsheet, dan JSON untuk program.',
  Confirmation: 'Konfirmasi',
  'Delete account': 'Hapus akun',
  'Delete account…': 'Hapus akun…',
  'Delete everything': 'Hapus semuanya',
  'Delete your account?': 'Hapus akun Anda?',
  'Export everything': 'Ekspor semuanya',
  'For good. Whoever is the last one in the organization takes it along.':
    'Untuk selamanya. Jika Anda anggota terakhir, organisasi ikut terhapus.',
  'Messages under way are finished and WhatsApp is unlinked first. This takes up to half a minute.':
    'Pesan yang sedang berjalan diselesaikan dan tautan WhatsApp diputus dahulu. Ini memakan waktu hingga setengah menit.',
  'The download did not begin. Your browser may have blocked it.':
    'Unduhan tidak dimulai. Mungkin diblokir oleh peramban Anda.',
  'The download has begun.': 'Unduhan sudah dimulai.',
  'The file could not be prepared. Try again.': 'Berkas tidak dapat disiapkan. Coba lagi.',
  'The file is being prepared. The download begins by itself.':
    'Berkas sedang disiapkan. Unduhan dimulai dengan sendirinya.',
  'Type “{text}”.': 'Ketik “{text}”.',
  'What goes:': 'Yang ikut terhapus:',
  'You are signed out everywhere and cannot sign in any more. What you worked on stays with the {count} other members of your organization. This cannot be undone.#other':
    'Anda dikeluarkan dari semua tempat dan tidak dapat masuk lagi. Hasil kerja Anda tetap ada pada {count} anggota lain di organisasi Anda. Ini tidak dapat dibatalkan.',
  'You are the only one in your organization, so it goes with your account. This cannot be undone.':
    'Anda satu-satunya anggota organisasi Anda, jadi organisasi ikut terhapus bersama akun Anda. Ini tidak dapat dibatalkan.',
  'You can take all records along first, as one file.': 'Anda dapat membawa semua catatan dahulu, sebagai satu berkas.',
  'Your account is gone.': 'Akun Anda sudah tidak ada.',
  'Your account and your organization are gone.': 'Akun dan organisasi Anda sudah tidak ada.',
  'Your data': 'Data Anda',
  '{count} WhatsApp sessions, unlinked from their phones#other':
    '{count} sesi WhatsApp, yang diputus tautannya dari ponsel',
  '{count} broadcasts are being sent right now. They stop where they are.#other':
    '{count} siaran sedang dikirim. Semuanya berhenti di tempatnya.',
  '{count} broadcasts#other': '{count} siaran',
  '{count} contacts#other': '{count} kontak',
  '{count} messages and what became of them#other': '{count} pesan beserta nasibnya',
  '{count} investments and the payments on them#other': '{count} investasi beserta pembayarannya',
  '{count} numbers that asked not to be written to#other': '{count} nomor yang meminta tidak dikirimi pesan',
  '{count} templates#other': '{count} templat',
  // The pace of a session
  'A message every {seconds}, at most {hourly} an hour and {daily} a day.':
    'Satu pesan setiap {seconds}, paling banyak {hourly} per jam dan {daily} per hari.',
  'A number that was quiet and suddenly writes to hundreds stands out.':
    'Nomor yang sepi lalu tiba-tiba mengirim ke ratusan orang tampak mencolok.',
  'Accounts were blocked after writing to 40 or 50 strangers in a day.':
    'Ada akun yang diblokir setelah mengirim ke 40 atau 50 orang asing dalam sehari.',
  'Before a group': 'Sebelum grup',
  'Before a known chat': 'Sebelum obrolan yang dikenal',
  'Before a new chat': 'Sebelum obrolan baru',
  'Between two broadcasts to one contact': 'Antara dua siaran ke satu kontak',
  Careful: 'Hati-hati',
  Change: 'Ubah',
  'Change the pace of “{name}”': 'Ubah tempo “{name}”',
  '“{name}” sends once more what nobody confirmed': '“{name}” mengirim sekali lagi yang tidak terkonfirmasi',
  'Send once more what nobody confirmed': 'Kirim sekali lagi yang tidak terkonfirmasi',
  'When a line is lost, nobody knows whether the last messages left. They are sent once more under the same id: phones are believed, not proven, to show one message per id. Switched off, such a message counts as failed, not confirmed, and you decide.':
    'Ketika sambungan terputus, tidak ada yang tahu apakah pesan terakhir terkirim. Pesan itu dikirim sekali lagi dengan id yang sama: ponsel diyakini, tetapi tidak terbukti, menampilkan satu pesan per id. Jika dimatikan, pesan seperti itu dihitung gagal, tidak terkonfirmasi, dan Anda yang memutuskan.',
  'Change what “{name}” sends through': 'Ubah cara “{name}” mengirim',
  'Try without a phone': 'Coba tanpa ponsel',
  'Last hour': 'Sejam terakhir',
  'Last 24 hours': '24 jam terakhir',
  'New chats': 'Obrolan baru',
  'Day {day} of the warm-up': 'Hari ke-{day} pemanasan',
  '{used} of {most}': '{used} dari {most}',
  'It rests. The next message leaves at {when}.': 'Sedang istirahat. Pesan berikutnya dikirim {when}.',
  'Enough for an hour. The next message leaves at {when}.': 'Cukup untuk satu jam. Pesan berikutnya dikirim {when}.',
  'Enough for a day. The next message leaves at {when}.': 'Cukup untuk satu hari. Pesan berikutnya dikirim {when}.',
  'Enough for this day of the warm-up. The next message leaves at {when}.':
    'Cukup untuk hari pemanasan ini. Pesan berikutnya dikirim {when}.',
  'The next message leaves at {when}.': 'Pesan berikutnya dikirim {when}.',
  'Confirm below that messages may leave without any limit.':
    'Pastikan di bawah bahwa pesan boleh dikirim tanpa batas.',
  'Counted over the last 24 hours, so that midnight makes no room for a rush.':
    'Dihitung selama 24 jam terakhir, jadi tengah malam tidak membuka jalan untuk kiriman beruntun.',
  'Counted over the last 60 minutes. After a break nothing is made up for.':
    'Dihitung selama 60 menit terakhir. Setelah jeda tidak ada yang dikejar.',
  Custom: 'Khusus',
  'Faster. Whoever has never written to this number is left out.':
    'Lebih cepat. Siapa yang belum pernah menulis ke nomor ini dilewati.',
  'For most: slow enough for people who hear from you for the first time.':
    'Untuk kebanyakan: cukup pelan bagi orang yang baru pertama kali mendengar dari Anda.',
  Hours: 'Jam kirim',
  'I know that WhatsApp may block this number for sending too fast.':
    'Saya tahu WhatsApp dapat memblokir nomor ini karena mengirim terlalu cepat.',
  'In a day': 'Dalam sehari',
  'In an hour': 'Dalam satu jam',
  'Known contacts only': 'Hanya kontak yang dikenal',
  'Limits of your own.': 'Batas Anda sendiri.',
  'Many messages to strangers close together are what WhatsApp takes for spam.':
    'Banyak pesan ke orang asing dalam waktu berdekatan dianggap spam oleh WhatsApp.',
  'New chats in a day': 'Obrolan baru dalam sehari',
  'No limits: messages leave as fast as they can.': 'Tanpa batas: pesan dikirim secepat mungkin.',
  'Nobody writes for hours without a pause.': 'Tidak ada orang yang menulis berjam-jam tanpa jeda.',
  Off: 'Mati',
  'On the clock of whoever gets it. A message at night annoys, and whoever is annoyed reports it.':
    'Menurut jam penerima. Pesan di malam hari mengganggu, dan yang terganggu akan melaporkannya.',
  'One message reaches many people at once.': 'Satu pesan sampai ke banyak orang sekaligus.',
  Pace: 'Tempo',
  'Pace of “{name}”': 'Tempo “{name}”',
  'Pace of “{name}” saved': 'Tempo “{name}” disimpan',
  'Pace: {mode}': 'Tempo: {mode}',
  'How fast': 'Seberapa cepat',
  'It belongs to the session: all that it sends counts, other broadcasts, tests and answers too.':
    'Tempo milik sesi: semua yang dikirimnya dihitung, juga siaran lain, uji coba, dan jawaban.',
  Rest: 'Istirahat',
  'Save pace': 'Simpan tempo',
  'So that nobody gets two of them in a day.': 'Agar tidak ada yang mendapat dua siaran dalam sehari.',
  'They have written to this number before, so it may go quicker, at the speed of a person.':
    'Mereka pernah menulis ke nomor ini, jadi boleh lebih cepat, secepat orang.',
  'Warm-up': 'Pemanasan',
  'WhatsApp asks this account to rest until {when}. Sending goes on by itself.':
    'WhatsApp meminta akun ini beristirahat sampai {when}. Pengiriman berlanjut dengan sendirinya.',
  'WhatsApp lets this account start no new chats until {when}. The others are sent, and these go on by themselves.':
    'WhatsApp tidak mengizinkan akun ini memulai obrolan baru sampai {when}. Yang lain tetap dikirim, dan yang ini berlanjut dengan sendirinya.',
  'WhatsApp publishes no safe rate for linked devices: these limits follow what long-lived senders report. Write only to people who agreed to it.':
    'WhatsApp tidak mengumumkan laju yang aman untuk perangkat tertaut: batas ini mengikuti laporan pengirim yang bertahan lama. Kirimlah hanya kepada orang yang setuju.',
  'After messages': 'Setelah pesan',
  'At any hour': 'Kapan saja',
  'At least {count} hours#other': 'Minimal {count} jam',
  'At most {count}': 'Paling banyak {count}',
  From: 'Dari',
  'Messages at most': 'Pesan paling banyak',
  'On the first day': 'Pada hari pertama',
  'Both empty: at any hour.': 'Keduanya kosong: kapan saja.',
  'Empty: no warm-up.': 'Kosong: tanpa pemanasan.',
  'The value': 'Nilai',
  'No time': 'Tanpa jeda',
  None: 'Tidak ada',
  'Seconds at least': 'Detik minimal',
  'Seconds at most': 'Detik paling lama',
  '{count} minutes#other': '{count} menit',
  '{count} on the first day, half as many more on each that follows':
    '{count} pada hari pertama, bertambah separuhnya setiap hari berikutnya',
  '{count} seconds#other': '{count} detik',
  '{from} to {to}': '{from} sampai {to}',
  '{least} to {most} minutes': '{least} sampai {most} menit',
  '{least} to {most} seconds': '{least} sampai {most} detik',
  '{time} after {count} messages#other': '{time} setelah {count} pesan',
  // Closed periods
  'Books closed until {day}': 'Periode ditutup sampai {day}',
  'Books reopened': 'Periode dibuka kembali',
  'Close a period': 'Tutup buku',
  'Close period': 'Tutup buku',
  'Closed periods': 'Tutup buku',
  'Closed until': 'Ditutup sampai',
  'Closed until {day}': 'Ditutup sampai {day}',
  'Empty: everything is reopened.': 'Kosong: semuanya dibuka kembali.',
  'Figures of a closed period stay as they are. For everybody in the organization.':
    'Angka dalam periode yang ditutup tidak berubah. Untuk semua orang di organisasi Anda.',
  'History of closed periods': 'Riwayat tutup buku',
  'No period is closed.': 'Belum ada periode yang ditutup.',
  'Payments, commitments, amendments, deletions and exchange rates that count on this day or before can then neither be added nor changed, by hand or by import.':
    'Setelah itu pembayaran, komitmen, perubahan, penghapusan, dan kurs yang berlaku pada tanggal ini atau sebelumnya tidak dapat lagi ditambah atau diubah, baik secara manual maupun lewat impor.',
  Remark: 'Keterangan',
  Reopen: 'Buka kembali',
  'Reopen closed books?': 'Buka kembali periode yang ditutup?',
  Reopened: 'Dibuka kembali',
  'Reopened, closed until {day}': 'Dibuka kembali, tetap ditutup sampai {day}',
  'Show whole history': 'Tampilkan seluruh riwayat',
  'Stays closed until': 'Tetap ditutup sampai',
  'The last day that is closed. It must be over.': 'Hari terakhir yang ditutup. Hari itu harus sudah lewat.',
  'They are closed until {day}. What is reopened can be changed again, and statements of these days with it.':
    'Periode ditutup sampai {day}. Yang dibuka kembali dapat diubah lagi, begitu pula laporan untuk hari-hari itu.',
  // Organization
  'Base currency': 'Mata uang dasar',
  'For everybody in it.': 'Untuk semua orang di dalamnya.',
  'For everybody who has not chosen another.': 'Untuk semua yang belum memilih yang lain.',
  'No currency has this name': 'Tidak ada mata uang dengan nama ini',
  'No time zone has this name': 'Tidak ada zona waktu dengan nama ini',
  'Organization saved': 'Organisasi disimpan',
  'Phone numbers written without a country code are read by it. Another country counts from then on: numbers kept already stay as they are.':
    'Nomor telepon tanpa kode negara dibaca menurut negara ini. Negara lain berlaku sejak diganti: nomor yang sudah disimpan tetap seperti adanya.',
  'Save organization': 'Simpan organisasi',
  'The same for everybody in it. May stay empty.': 'Sama untuk semua orang di dalamnya. Boleh dikosongkan.',
  'Time zone': 'Zona waktu',
  'Totals are counted in it.': 'Jumlah total dihitung dalam mata uang ini.',
  'Type the code on the phone that messages should come from.':
    'Ketik kode di ponsel yang akan menjadi pengirim pesan.',
}
