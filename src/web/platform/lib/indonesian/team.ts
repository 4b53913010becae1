// Indonesian: the team, its invitations, and joining by one.
import type { Dictionary } from '../text.ts'

export const team: Dictionary = {
  'Members without it must set it up before they can do anything else.':
    'Anggota tanpa login dua langkah diarahkan untuk menyiapkannya, dan baru dapat bekerja setelah selesai.',
  'Required for all members': 'Wajib bagi semua anggota',
  'Two-step login is required now': 'Login dua langkah kini wajib',
  'Two-step login is optional now': 'Login dua langkah kini opsional',
  'All members have it.': 'Semua anggota sudah memilikinya.',
  '{count} members do not have it yet.#other': '{count} anggota belum memilikinya.',
  // What a role does not allow
  'Your role does not allow this': 'Peran Anda tidak mengizinkan ini',
  // On the account page
  'Each link is valid for 7 days, works once, and only for its address.':
    'Tautan berlaku 7 hari, hanya dapat dipakai sekali, dan hanya untuk alamat tersebut.',
  'An email with the link is being sent. You can also pass the link on yourself: it is shown only once.':
    'Email berisi tautan sedang dikirim. Anda juga dapat meneruskannya sendiri: tautan hanya ditampilkan sekali ini.',
  'Copy the link for {email}': 'Salin tautan untuk {email}',
  Done: 'Selesai',
  'Email addresses': 'Alamat email',
  'All members see the same data. What they may do is up to their role.':
    'Semua anggota melihat data yang sama. Wewenang mereka bergantung pada perannya.',
  Roles: 'Peran',
  'Owners and admins may do everything; only owners may change owners. Members add, change, send and export. Viewers only view. Add a role for everything in between.':
    'Pemilik dan admin boleh melakukan semuanya; hanya pemilik yang boleh mengubah pemilik. Anggota menambah, mengubah, mengirim, dan mengekspor. Peninjau hanya melihat. Untuk yang di antaranya, tambahkan peran.',
  'Team owner': 'Pemilik tim',
  Admin: 'Admin',
  Member: 'Anggota',
  Viewer: 'Peninjau',
  Role: 'Peran',
  'Role of {name}': 'Peran {name}',
  'Role of {name} changed': 'Peran {name} diubah',
  'The role could not be changed': 'Peran tidak dapat diubah',
  'What they may do. It can be changed later.': 'Wewenang mereka. Dapat diubah nanti.',
  'Roles of your organization': 'Peran organisasi Anda',
  'Add role': 'Tambah peran',
  'Edit role': 'Ubah peran',
  'Edit role {name}': 'Ubah peran {name}',
  'Delete role {name}': 'Hapus peran {name}',
  'Role deleted': 'Peran dihapus',
  'Role saved': 'Peran disimpan',
  'The role could not be deleted': 'Peran tidak dapat dihapus',
  'May only view records': 'Hanya boleh melihat data',
  '{count} members and invitations#other': '{count} anggota dan undangan',
  Permissions: 'Izin',
  'Everybody may view records, but amounts only with the permission for them. You can give only what you may do yourself.':
    'Semua orang boleh melihat data, tetapi jumlah uang hanya dengan izin untuk itu. Anda hanya dapat memberi izin yang Anda miliki sendiri.',
  'Add and change records, write to one person': 'Menambah dan mengubah data, menulis kepada satu orang',
  'See amounts: investments, payments and sums': 'Melihat jumlah uang: investasi, pembayaran, dan total',
  'Send broadcasts': 'Mengirim siaran',
  'Manage phones': 'Mengelola ponsel',
  'Manage master data, currencies and the organization': 'Mengelola data master, mata uang, dan organisasi',
  'See the audit log': 'Melihat log audit',
  'Manage the team and its roles': 'Mengelola tim dan perannya',
  'Delete for good, erase personal data': 'Menghapus permanen, menghapus data pribadi',
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
  'They are logged out immediately and can no longer log in. Their API tokens are revoked, and invitations they sent are withdrawn. Their work is kept. You can restore their access.':
    'Anggota ini segera dikeluarkan dan tidak dapat masuk lagi. Token API miliknya dicabut, dan undangan yang dikirimnya ditarik. Hasil kerjanya tetap ada. Aksesnya dapat dipulihkan.',
  'They join this organization and see all its records.':
    'Mereka bergabung dengan organisasi ini dan melihat semua datanya.',
  'This installation has no mail server: copy the link and pass it on. It is shown only once.':
    'Instalasi ini tidak memiliki server email: salin tautan dan teruskan sendiri. Tautan hanya ditampilkan sekali ini.',
  Withdraw: 'Tarik kembali',
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
