// Indonesian: accounts, organizations and limits.
import type { account as english } from '../english/account.ts'
import type { Sentence } from '../sentence.ts'

export const account: Record<keyof typeof english, Sentence> = {
  'forbidden.permission': 'Peran Anda tidak memiliki izin “{permission}”. Hubungi pemilik atau admin organisasi Anda.',
  'role.does_not_include': 'Peran Anda tidak mencakup: {permission}.',
  'role.only_owners': 'Hanya pemilik yang dapat menjadikan seseorang pemilik atau mengubah seorang pemilik.',
  'role.more_than_yours': 'Peran Anda sendiri tidak memiliki izin ini: {permissions, list}.',
  'role.last_owner': 'Sebuah organisasi memerlukan pemilik. Jadikan anggota lain pemilik terlebih dahulu.',
  'role.unknown': 'Peran ini sudah tidak ada. Pilih yang lain.',
  'role.in_use': '{count} anggota dan undangan memiliki peran ini. Pilih peran lain untuk mereka terlebih dahulu.',
  'role.name_taken': 'Sudah ada peran dengan nama ini.',
  'role.too_many': 'Sebuah organisasi dapat memiliki paling banyak {max} peran buatan sendiri.',
  'permission.edit': 'Menambah dan mengubah data',
  'permission.send_broadcasts': 'Mengirim siaran',
  'permission.approve_broadcasts': 'Menyetujui siaran',
  'permission.export': 'Mengekspor',
  'permission.see_amounts': 'Melihat jumlah uang',
  'permission.manage_phones': 'Mengelola ponsel',
  'permission.manage_settings': 'Mengelola pengaturan',
  'permission.see_audit_log': 'Melihat log audit',
  'permission.manage_team': 'Mengelola tim',
  'permission.delete_for_good': 'Menghapus permanen',
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
  'password.incorrect': 'Ini bukan kata sandi Anda. Ketik lagi.',
  'second_factor.enter_code': 'Masukkan kode dari aplikasi autentikator Anda, atau kode pemulihan.',
  'second_factor.wrong_code': 'Kode ini salah atau sudah dipakai. Tunggu kode berikutnya.',
  'second_factor.expired': 'Sudah lewat lima menit. Masuk lagi.',
  'second_factor.not_started': 'Siapkan aplikasinya terlebih dahulu.',
  'second_factor.off': 'Login dua langkah tidak aktif.',
  'second_factor.required':
    'Organisasi Anda mewajibkan login dua langkah. Tambahkan dahulu kunci sandi atau aplikasi autentikator lain.',
  'second_factor.missing': 'Organisasi Anda mewajibkan login dua langkah. Siapkan terlebih dahulu.',
  'second_factor.own_first': 'Aktifkan dahulu login dua langkah untuk akun Anda sendiri.',
  'second_factor.not_in_demo':
    'Data contoh tidak memiliki anggota yang perlu dilindungi. Kembali dahulu ke organisasi Anda.',
  'api_token.invalid':
    'Token API ini tidak dikenal, sudah kedaluwarsa, atau telah dicabut. Buat token baru di Akun, Token API.',
  'api_token.not_here': 'Program tidak dapat melakukan ini dengan token API. Masuk ke Kabar dan lakukan di sana.',
  'api_token.permission':
    'Token API ini, atau peran anggotanya, tidak memiliki izin “{permission}”. Buat token yang memilikinya.',
  'api_token.too_many': 'Anda sudah memiliki {max} token API. Cabut token yang tidak dipakai lagi.',
  'passkey.refused':
    'Kunci sandi ini tidak diterima: sudah dihapus di sini, atau milik akun lain. Masuk dengan cara lain.',
  'passkey.needs_password':
    'Kata sandi Anda disetel ulang setelah kunci sandi ini ditambahkan. Masuk sekali dengan email dan kata sandi baru, lalu gunakan kunci sandi ini sebagai langkah kedua.',
  'passkey.expired': 'Sudah lewat lima menit, atau terkirim dua kali. Coba lagi.',
  'passkey.known': 'Kunci sandi ini sudah dipakai.',
  'passkey.too_many': 'Anda sudah memiliki {count} kunci sandi, jumlah maksimumnya. Hapus yang tidak Anda pakai lagi.',
  'passkey.ip_address':
    'Browser tidak menyediakan kunci sandi untuk alamat IP. Pengelola Kabar dapat memberinya nama (PUBLIC_URL), misalnya https://kabar.example.',
  'passkey.not_secure':
    'Browser tidak menyediakan kunci sandi tanpa HTTPS. Pengelola Kabar dapat mengganti alamatnya (PUBLIC_URL) menjadi alamat yang diawali https://.',
  'provider.unreachable': '{provider} sedang tidak dapat dihubungi. Coba lagi, atau masuk dengan kata sandi Anda.',
  'provider.denied': 'Anda tidak mengizinkan {provider} memberitahukan identitas Anda.',
  'provider.failed': '{provider} tidak dapat memastikan identitas Anda ({reason}). Mulai lagi.',
  'provider.expired': 'Prosesnya lebih dari sepuluh menit. Mulai lagi.',
  'provider.no_email': '{provider} tidak memberikan alamat email Anda. Hubungi pengelola Kabar.',
  'provider.unverified_email': '{provider} belum memverifikasi {email}. Verifikasi dahulu di sana.',
  'provider.has_account':
    '{email} sudah memiliki akun. Masuk dengan kata sandi Anda, lalu tautkan {provider} di Akun → Kata sandi dan perangkat.',
  'organization.is_ending':
    'Organisasi ini akan dihapus, sehingga tidak ada yang dapat bergabung. Pemilik dapat membatalkan penghapusannya.',
  'provider.no_account': '{email} belum memiliki akun. Minta undangan dari rekan yang memakai Kabar.',
  'provider.taken': 'Login {provider} ini milik akun lain di sini.',
  'proof.required': 'Konfirmasi dahulu dengan kata sandi Anda. Konfirmasi berlaku selama sepuluh menit.',
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
  'organization.deletion_waits': 'Penghapusan organisasi Anda sudah dijadwalkan.',
  'organization.no_deletion': 'Organisasi Anda tidak sedang menunggu penghapusan.',
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
  'organization.not_restored': 'Ini bukan salinan hasil pemulihan, atau sudah diaktifkan.',
  'webhook.too_many': 'Sebuah organisasi memiliki paling banyak {max} webhook.',
  'webhook.not_in_demo': 'Data contoh tidak mengirim apa pun ke luar. Kembali dahulu ke organisasi Anda.',
  'webhook.https_only': 'Pakai alamat yang diawali https://.',
  'webhook.private_address': 'Alamat ini berada di jaringan internal. Pakai alamat yang dapat dijangkau dari internet.',
  'webhook.port': 'Pakai port 443, atau port mulai dari 1024.',
  'webhook.login_in_address':
    'Hapus nama pengguna dan kata sandi dari alamat. Kabar menandatangani setiap permintaan, sehingga penerima dapat memeriksanya.',
  'webhook.off': 'Webhook ini nonaktif. Aktifkan dahulu.',
  'webhook.still_waiting': 'Peristiwa ini masih menunggu untuk dikirim.',
  'period.none_closed': 'Belum ada periode yang ditutup.',
  'export.too_many_rows': 'Spreadsheet hanya dapat memuat 1.048.575 data. Ekspor sebagai CSV.',
  'request.not_normalized': 'Tulis alamat dalam bentuk normalnya.',
  'request.invalid_host': 'Kirim HTTP/1.1 dengan satu header Host.',
  'request.not_utf8': 'Isi permintaan bukan UTF-8.',
  'request.invalid_idempotency_key':
    'Idempotency-Key harus terdiri atas 1 sampai 255 karakter yang dapat dicetak, tanpa spasi.',
}
