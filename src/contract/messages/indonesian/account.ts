// Indonesian: accounts, organizations and limits.
import type { account as english } from '../english/account.ts'
import type { Sentence } from '../sentence.ts'

export const account: Record<keyof typeof english, Sentence> = {
  'auth.token_reused': 'Token lama dipakai lagi, sehingga sesi diakhiri. Masuk lagi.',
  'auth.session_expired': 'Anda sudah lama tidak aktif. Masuk lagi.',
  'registration.closed': 'Pendaftaran sedang ditutup.',
  'registration.by_invitation': 'Minta undangan kepada rekan yang sudah memakai Kabar.',
  'registration.email_taken': 'Alamat ini sudah memiliki akun. Masuk, atau pakai alamat lain.',
  'invitation.unknown':
    'Tautan undangan ini tidak lengkap atau sudah diganti dengan yang lebih baru. Minta undangan baru kepada pengundang Anda.',
  'invitation.no_account': 'Pendaftaran sedang ditutup, dan {email} belum memiliki akun.',
  'invitation.other_address':
    'Undangan ini untuk {email}. Masuk dengan alamat itu, atau minta undangan untuk alamat Anda.',
  'invitation.other_address_register':
    'Undangan ini untuk {email}. Daftar dengan alamat itu, atau minta undangan untuk alamat Anda.',
  'invitation.has_account':
    'Alamat ini sudah memiliki akun. Masuk dengan alamat ini, lalu buka lagi tautan undangannya.',
  'invitation.expired': 'Undangan ini sudah lebih dari 7 hari. Minta undangan baru kepada pengundang Anda.',
  'invitation.used': 'Undangan ini sudah dipakai. Masuk dengan alamat yang diundang.',
  'invitation.withdrawn': 'Undangan ini sudah ditarik. Minta undangan baru kepada pengundang Anda.',
  'organization.not_empty':
    'Masih ada {what} dalam organisasi Anda. Hapus atau hentikan dahulu, lalu buka lagi tautannya, atau minta undangan untuk alamat Anda yang lain.',
  'organization.country_not_listed': 'Pilih negara dari daftar.',
  'organization.changed': 'Organisasi ini diubah oleh orang lain setelah Anda membukanya.',
  'team.access_removed': 'Administrator Anda mencabut akses ini, dan dapat memulihkannya.',
  'team.you_are_member': 'Anda sudah menjadi anggota {organization}.',
  'team.cannot_remove_yourself': 'Anda tidak dapat mengeluarkan diri sendiri. Hapus akun Anda sebagai gantinya.',
  'team.already_member': '{email} sudah menjadi anggota tim. Jika aksesnya dicabut, pulihkan di daftar anggota.',
  'server.busy': 'Kabar sedang sibuk. Coba lagi dalam beberapa detik.',
  'login.too_many': 'Terlalu banyak orang sedang masuk. Coba lagi dalam beberapa detik.',
  'password.reset_link_invalid':
    'Tautan ini sudah dipakai, sudah lebih dari 30 menit, atau sudah diganti dengan yang lebih baru. Minta tautan baru.',
  'password.incorrect': 'Ini bukan kata sandi Anda saat ini. Ketik lagi.',
  'password.contains_product': 'Kata sandi ini memuat nama produk ini. Pilih kata sandi yang sulit ditebak.',
  'password.contains_owner':
    'Kata sandi ini memuat nama, alamat, atau organisasi Anda. Pilih kata sandi yang tidak dapat ditebak dari situ.',
  'password.too_common': 'Kata sandi ini terlalu umum dan mudah ditebak. Pilih yang lain.',
  'email.taken': 'Alamat ini sudah memiliki akun. Pilih alamat lain.',
  'email.confirmation_invalid':
    'Tautan ini sudah dipakai, sudah lebih dari 30 menit, sudah diganti dengan yang lebih baru, atau dibuat untuk akun lain. Minta tautan baru di profil Anda.',
  'rate_limit.requests': 'Terlalu banyak permintaan dalam waktu singkat. Coba lagi dalam beberapa detik.',
  'rate_limit.wait': 'Tunggu {time}, lalu coba lagi.',
  'time.minutes': '{count} menit',
  'time.seconds': '{count} detik',
  'download.still_sending': 'Unduhan sebelumnya masih berjalan. Coba lagi dalam beberapa detik.',
  'download.others_unfinished': 'Unduhan Anda yang lain belum selesai. Tunggu sampai selesai, lalu coba lagi.',
  'download.link_expired':
    'Tautan ini hanya dapat dipakai sekali dan berlaku 60 detik. Kembali ke Kabar dan minta lagi berkasnya.',
  'account.member_joined':
    'Ada anggota baru yang bergabung dengan organisasi Anda. Periksa kembali apa yang akan dihapus.',
  'account.confirm_text': 'Ketik “{text}” persis seperti yang ditampilkan.',
  'account.last_member':
    'Sekarang Anda anggota terakhir: organisasi Anda akan dihapus bersama akun Anda. Periksa kembali apa yang akan dihapus.',
  'upload.too_many_at_once': 'Terlalu banyak berkas sedang diunggah. Coba lagi dalam beberapa detik.',
  'upload.not_multipart': 'Kirim berkas sebagai multipart/form-data, dalam bagian bernama “file”.',
  'upload.interrupted': 'Unggahan terputus. Unggah lagi berkasnya.',
  'queue.full': 'Terlalu banyak berkas Anda masih dalam antrean. Coba lagi setelah sebagian selesai.',
  'quota.records':
    'Organisasi Anda memiliki {used, number} dari {limit, number} data. Minta administrator Anda menaikkan batas ini.',
  'quota.storage':
    'Organisasi Anda memakai {used, number} dari {limit, number} MB untuk berkas dan impor. Berkas yang tidak dipakai dihapus setelah 30 hari. Administrator Anda dapat menaikkan batas ini.',
  'quota.uploads':
    'Organisasi Anda sudah memakai {used, number} dari {limit, number} unggahan dalam satu jam terakhir. Coba lagi nanti.',
  'quota.exports':
    'Organisasi Anda sudah memakai {used, number} dari {limit, number} ekspor dalam satu jam terakhir. Coba lagi nanti.',
  'period.closed':
    'Periode sampai {closed, day} sudah ditutup dan tidak dapat diubah. Gunakan tanggal setelahnya, atau buka kembali di Akun, Tutup buku.',
  'period.closed_time_zone':
    'Zona waktu ini akan mengubah tanggal dalam periode yang ditutup sampai {closed, day}. Buka kembali periode itu di Akun, Tutup buku, ubah zona waktunya, lalu tutup lagi.',
  'period.none_closed': 'Belum ada periode yang ditutup.',
  'export.too_many_rows': 'Spreadsheet hanya dapat memuat 1.048.575 data. Ekspor sebagai CSV.',
  'request.not_normalized': 'Tulis alamat dalam bentuk normalnya.',
  'request.invalid_host': 'Kirim HTTP/1.1 dengan satu header Host.',
  'request.not_utf8': 'Isi permintaan bukan UTF-8.',
  'request.invalid_idempotency_key':
    'Idempotency-Key harus terdiri atas 1 sampai 255 karakter yang dapat dicetak, tanpa spasi.',
}
