// Indonesian: the team, its invitations, and joining by one.
import type { Dictionary } from '../text.ts'

export const team: Dictionary = {
  // On the account page
  'Each link is valid for 7 days, works once, and only for its address.':
    'Tautan berlaku 7 hari, hanya dapat dipakai sekali, dan hanya untuk alamat tersebut.',
  'An email with the link is being sent. You can also pass the link on yourself: it is shown only once.':
    'Email berisi tautan sedang dikirim. Anda juga dapat meneruskannya sendiri: tautan hanya ditampilkan sekali ini.',
  'Copy the link for {email}': 'Salin tautan untuk {email}',
  Done: 'Selesai',
  'Email addresses': 'Alamat email',
  'All members see the same data and can do the same.':
    'Semua anggota organisasi melihat data yang sama dan memiliki wewenang yang sama.',
  'Restore access': 'Pulihkan akses',
  'Invitation withdrawn': 'Undangan ditarik',
  Invite: 'Undang',
  'Nobody can be invited to sample data. Go back to your organization first.':
    'Rekan tidak dapat diundang ke data contoh. Kembali ke organisasi Anda terlebih dahulu.',
  'Invite colleagues': 'Undang rekan kerja',
  Invited: 'Diundang',
  'Its link is no longer valid.': 'Tautannya sudah tidak berlaku.',
  Members: 'Anggota',
  'No access': 'Tanpa akses',
  'Could not be sent again': 'Undangan tidak dapat dikirim ulang',
  'One or more, separated by commas or spaces.': 'Satu atau beberapa, dipisahkan dengan koma atau spasi.',
  Expired: 'Kedaluwarsa',
  'Remove {name} from the team?': 'Keluarkan {name} dari tim?',
  'Send again': 'Kirim ulang',
  Team: 'Tim',
  'They are logged out immediately and can no longer log in, and invitations they sent are withdrawn. Their work is kept. You can restore their access.':
    'Anggota ini segera dikeluarkan dan tidak dapat masuk lagi, dan undangan yang dikirimnya ditarik. Hasil kerjanya tetap ada. Aksesnya dapat dipulihkan.',
  'They join this organization and can do everything you can, including with investors and broadcasts.':
    'Mereka bergabung dengan organisasi ini dan memiliki wewenang yang sama dengan Anda, termasuk atas investor dan siaran.',
  'This installation has no mail server: copy the link and pass it on. It is shown only once.':
    'Instalasi ini tidak memiliki server email: salin tautan dan teruskan sendiri. Tautan hanya ditampilkan sekali ini.',
  Withdraw: 'Tarik',
  You: 'Anda',
  'by {name} on {day}': 'oleh {name} pada {day}',
  'valid until {day}': 'berlaku sampai {day}',
  'member since {day}': 'anggota sejak {day}',
  '{count} invitations created#other': '{count} undangan dibuat',
  '{name} can log in again': '{name} dapat masuk lagi',
  '{name} removed from the team': '{name} dikeluarkan dari tim',
  // Joining
  'It is for another address': 'Undangan ini untuk alamat lain',
  Join: 'Bergabung',
  'Join the team?': 'Bergabung dengan tim?',
  'Join {organization}?': 'Bergabung dengan {organization}?',
  'Not now': 'Nanti saja',
  'You can only be in one organization: your own, which must be empty, is deleted. Your name, address and password stay the same, and you are logged out everywhere else.':
    'Anda hanya dapat berada dalam satu organisasi: organisasi Anda saat ini, yang harus kosong, akan dihapus. Nama, alamat, dan kata sandi Anda tetap sama, dan Anda dikeluarkan dari semua perangkat lain.',
  'You have joined the team': 'Anda sudah bergabung dengan tim',
  'Your organization is not empty': 'Organisasi Anda tidak kosong',
  '{name} invites you. You will work with the same contacts, templates and broadcasts.':
    '{name} mengundang Anda. Anda akan bekerja dengan kontak, templat, dan siaran yang sama.',
}
