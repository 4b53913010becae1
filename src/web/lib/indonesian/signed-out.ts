// Indonesian: what the pages of signing in say, loaded before all other words.
import type { Dictionary } from '../text.ts'

export const signedOut: Dictionary = {
  // Names of pages
  Account: 'Akun',
  'Broadcast Groups': 'Grup Siaran',
  Broadcasts: 'Siaran',
  Contacts: 'Kontak',
  Currencies: 'Mata Uang',
  Dashboard: 'Dasbor',
  Home: 'Beranda',
  'Investment Stages': 'Tahap Investasi',
  'Investment Status': 'Status Investasi',
  Investments: 'Investasi',
  'Investor Types': 'Tipe Investor',
  Investors: 'Investor',
  Login: 'Masuk',
  Register: 'Daftar',
  'Reset Password': 'Atur Ulang Kata Sandi',
  Templates: 'Templat',
  'WA Groups': 'Grup WA',
  // On the pages, on what stands around every page, and where one has failed
  '404 - Page Not Found': '404 - Halaman Tidak Ditemukan',
  Answered: 'Menjawab',
  'Ask again': 'Minta lagi',
  'Ask for a link to choose a new one.': 'Minta tautan untuk memilih yang baru.',
  'Ask for a new link': 'Minta tautan baru',
  'Ask somebody who uses Kabar here to invite you. The link in their mail opens this page for you.':
    'Mintalah undangan kepada seseorang yang memakai Kabar di sini. Tautan dalam e-mailnya membuka halaman ini untuk Anda.',
  'Ask whoever runs Kabar': 'Tanyakan kepada pengelola Kabar',
  'At least 10 characters. A few words in a row are easy to remember.':
    'Minimal 10 karakter. Beberapa kata berurutan mudah diingat.',
  'Back to login': 'Kembali ke halaman masuk',
  'By invitation only': 'Hanya dengan undangan',
  Cancel: 'Batal',
  'Choose a new password': 'Pilih kata sandi baru',
  Close: 'Tutup',
  Country: 'Negara',
  'Create account': 'Buat akun',
  'Create account and join': 'Buat akun dan bergabung',
  'Create an account': 'Buat akun',
  'Create an account of your own instead': 'Buat akun sendiri saja',
  'Create your account': 'Buat akun Anda',
  Delivered: 'Tersampaikan',
  'E-mail': 'E-mail',
  'Forgot your password?': 'Lupa kata sandi?',
  'Go to Home': 'Buka Beranda',
  'Go to Login': 'Buka halaman Masuk',
  'Have an account?': 'Sudah punya akun?',
  'If {email} has an account, a link is on its way. It is good for 30 minutes and works once.':
    'Jika {email} memiliki akun, sebuah tautan sedang dikirim. Tautan berlaku 30 menit dan hanya sekali pakai.',
  'It signs you out everywhere you are signed in.': 'Anda akan dikeluarkan dari semua tempat Anda masuk.',
  'Join the team': 'Bergabung dengan tim',
  'Join {organization}': 'Bergabung dengan {organization}',
  'Kabar cannot be reached. Check your connection and try again.':
    'Kabar tidak dapat dihubungi. Periksa koneksi Anda, lalu coba lagi.',
  Leave: 'Tinggalkan',
  'Leave without saving?': 'Tinggalkan tanpa menyimpan?',
  'Load again': 'Muat ulang',
  'Loading {title}...': 'Memuat {title}...',
  'Loading…': 'Memuat…',
  'Log in': 'Masuk',
  'Log in to Kabar': 'Masuk ke Kabar',
  'Log in with the new one.': 'Masuk dengan kata sandi yang baru.',
  'Look into your mail': 'Periksa e-mail Anda',
  'May stay empty.': 'Boleh dikosongkan.',
  'New here?': 'Baru di sini?',
  'New here? Ask for an invitation.': 'Baru di sini? Mintalah undangan.',
  'New password': 'Kata sandi baru',
  'No country has this name': 'Tidak ada negara dengan nama ini',
  'Nobody can register here now. Ask whoever runs this installation.':
    'Saat ini tidak ada yang dapat mendaftar di sini. Tanyakan kepada pengelola instalasi ini.',
  'Nothing came? Ask again': 'Tidak ada yang masuk? Minta lagi',
  'Nothing that was saved is lost. Load the page again; if it happens once more, tell whoever runs Kabar.':
    'Semua yang sudah disimpan tetap aman. Muat ulang halaman ini; jika terjadi lagi, beri tahu pengelola Kabar.',
  Organization: 'Organisasi',
  'Pak Budi, the roof of Villa Canggu is on. Photos and the March figures are below.':
    'Pak Budi, atap Villa Canggu sudah terpasang. Foto dan angka bulan Maret ada di bawah.',
  Password: 'Kata sandi',
  'Password changed': 'Kata sandi diganti',
  'People, positions and updates in one place. One message to three hundred, and you know who got it, who read it and who answered.':
    'Orang, posisi, dan kabar terbaru di satu tempat. Satu pesan untuk tiga ratus orang, dan Anda tahu siapa yang menerima, membaca, dan menjawab.',
  Read: 'Dibaca',
  'Registration is closed': 'Pendaftaran ditutup',
  'Send the link': 'Kirim tautan',
  Sent: 'Terkirim',
  'Set the password': 'Simpan kata sandi',
  'Sets your currency and time zone, and how local phone numbers are read.':
    'Menentukan mata uang, zona waktu, dan cara membaca nomor telepon lokal.',
  'Something went wrong. Try again.': 'Terjadi kesalahan. Coba lagi.',
  Stay: 'Tetap di sini',
  'The invitation could not be read': 'Undangan tidak dapat dibaca',
  'The invitation is for this address. You sign in with it.':
    'Undangan ini untuk alamat ini. Anda masuk dengan alamat ini.',
  'The news, to every investor, where they already are.': 'Kabar untuk setiap investor, di tempat mereka biasa berada.',
  'There is nothing at this address. It may have been moved, or the link was cut short.':
    'Tidak ada apa-apa di alamat ini. Mungkin sudah dipindahkan, atau tautannya terpotong.',
  'This could not be loaded': 'Ini tidak dapat dimuat',
  'This installation has no mail server. If {email} has an account, whoever runs Kabar finds the link in its outbox folder. It is good for 30 minutes and works once.':
    'Instalasi ini tidak memiliki server e-mail. Jika {email} memiliki akun, pengelola Kabar dapat mengambil tautannya dari folder outbox. Tautan berlaku 30 menit dan hanya sekali pakai.',
  'This invitation is not good any more': 'Undangan ini sudah tidak berlaku',
  'This page stopped working': 'Halaman ini berhenti bekerja',
  'Toggle password visibility': 'Tampilkan atau sembunyikan kata sandi',
  'Try again': 'Coba lagi',
  Undo: 'Urungkan',
  'Welcome back.': 'Selamat datang kembali.',
  'What you had typed is here again': 'Yang tadi Anda ketik ada di sini lagi',
  'It has not been saved yet.': 'Itu belum disimpan.',
  'What you typed on this page has not been saved.': 'Yang Anda ketik di halaman ini belum disimpan.',
  'You get an organization of your own, ready to use.': 'Anda mendapat organisasi sendiri yang siap digunakan.',
  'Your name': 'Nama Anda',
  'Your session has ended. Log in to go on where you were.':
    'Sesi Anda telah berakhir. Masuk untuk melanjutkan dari tempat semula.',
  '{name} invites you to work together on Kabar. Create your account to join.':
    '{name} mengundang Anda bekerja bersama di Kabar. Buat akun Anda untuk bergabung.',
  '{name} invites you to work together. Log in to join.':
    '{name} mengundang Anda bekerja bersama. Masuk untuk bergabung.',
  '{name} invites you to {organization}. Log in to join.':
    '{name} mengundang Anda ke {organization}. Masuk untuk bergabung.',
}

/** On the fields of their forms. */
export const toldSignedOut: Dictionary = {
  'at least 10 characters': 'minimal 10 karakter',
  'at most 256 characters': 'maksimal 256 karakter',
  'at most {max} characters': 'maksimal {max} karakter',
  'has characters that cannot be kept': 'berisi karakter yang tidak dapat disimpan',
  'has characters that cannot be typed': 'berisi karakter yang tidak dapat diketik',
  'is not a country code': 'bukan kode negara',
  'is not an e-mail address': 'bukan alamat e-mail',
  'is required': 'wajib diisi',
  'must be one line': 'harus satu baris',
}
