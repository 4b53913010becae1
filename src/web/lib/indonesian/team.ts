// Indonesian: the team, its invitations, and joining by one.
import type { Dictionary } from '../text.ts'

export const team: Dictionary = {
  // On the account page
  'A link is good for 7 days, once, and only for its address.':
    'Tautan berlaku 7 hari, hanya dapat dipakai sekali, dan hanya untuk alamat tersebut.',
  'A mail with the link is on its way. You can also hand it on yourself: it is shown here and never again.':
    'Email berisi tautan sedang dikirim. Anda juga dapat meneruskannya sendiri: tautan hanya ditampilkan sekali ini.',
  'Copy the link for {email}': 'Salin tautan untuk {email}',
  Done: 'Selesai',
  'E-mail addresses': 'Alamat email',
  'Everybody in the organization sees the same and can do the same.':
    'Semua anggota organisasi melihat data yang sama dan memiliki wewenang yang sama.',
  'Give access back': 'Pulihkan akses',
  'Invitation withdrawn': 'Undangan ditarik',
  Invite: 'Undang',
  'Invite colleagues': 'Undang rekan kerja',
  Invited: 'Diundang',
  'Its link is not good any more.': 'Tautannya sudah tidak berlaku.',
  Members: 'Anggota',
  'No access': 'Tanpa akses',
  'Not sent again': 'Undangan tidak dapat dikirim ulang',
  'One or several, with a comma or a space between them.': 'Satu atau beberapa, dipisahkan dengan koma atau spasi.',
  'Ran out': 'Kedaluwarsa',
  'Remove {name} from the team?': 'Keluarkan {name} dari tim?',
  'Send again': 'Kirim ulang',
  Team: 'Tim',
  'They are signed out at once and cannot sign in any more, and the invitations they sent are withdrawn. What they made stays. You can give them their access back.':
    'Anggota ini segera dikeluarkan dan tidak dapat masuk lagi, dan undangan yang dikirimnya ditarik. Hasil kerjanya tetap ada. Aksesnya dapat dipulihkan.',
  'They join this organization and can do all that you can, investors and broadcasts included.':
    'Mereka bergabung dengan organisasi ini dan memiliki wewenang yang sama dengan Anda, termasuk atas investor dan siaran.',
  'This installation has no mail server: copy the link and hand it on. It is shown here and never again.':
    'Instalasi ini tidak memiliki server email: salin tautan dan teruskan sendiri. Tautan hanya ditampilkan sekali ini.',
  Withdraw: 'Tarik',
  You: 'Anda',
  'by {name} on {day}': 'oleh {name} pada {day}',
  'good until {day}': 'berlaku sampai {day}',
  'here since {day}': 'bergabung sejak {day}',
  '{count} invitations made#other': '{count} undangan dibuat',
  '{name} can sign in again': '{name} dapat masuk lagi',
  '{name} is out of the team': '{name} dikeluarkan dari tim',
  // Joining
  'It is for another address': 'Undangan ini untuk alamat lain',
  Join: 'Bergabung',
  'Join the team?': 'Bergabung dengan tim?',
  'Join {organization}?': 'Bergabung dengan {organization}?',
  'Not now': 'Nanti saja',
  'You are in one organization at a time: your own, which has to be empty, goes. Your name, address and password stay, and you are signed out everywhere else.':
    'Anda hanya dapat berada dalam satu organisasi: organisasi Anda saat ini, yang harus kosong, akan dihapus. Nama, alamat, dan kata sandi Anda tetap sama, dan Anda dikeluarkan dari semua perangkat lain.',
  'You have joined the team': 'Anda sudah bergabung dengan tim',
  'Your organization is not empty': 'Organisasi Anda tidak kosong',
  '{name} invites you. You will work with the same contacts, templates and broadcasts.':
    '{name} mengundang Anda. Anda akan bekerja dengan kontak, templat, dan siaran yang sama.',
}
