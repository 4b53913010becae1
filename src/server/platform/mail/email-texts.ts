// The texts of all emails in English and Indonesian. Values are in braces.
import { type Language, languageOf } from '../../errors.ts'
import type { Email } from './email.ts'

interface Text {
  subject: string
  /** The link follows the first. */
  paragraphs: string[]
  link?: string
}

/** An email in the recipient's language. */
export function emailTo(
  { name, email, locale }: { name: string; email: string; locale: string },
  kind: keyof typeof texts,
  { url, ...values }: { url?: string } & Record<string, string>,
): Email {
  const { subject, paragraphs, link }: Text = texts[kind][languageOf(locale)]
  const filled = (text: string) => text.replace(/\{(\w+)\}/g, (whole, value: string) => values[value] ?? whole)
  return {
    to: { name, address: email },
    locale: languageOf(locale),
    subject: filled(subject),
    paragraphs: paragraphs.map(filled),
    ...(link && url && { link: { label: link, url } }),
  }
}

const texts = {
  password_reset: {
    en: {
      subject: 'Reset your Kabar password',
      paragraphs: [
        'Open this link within 30 minutes to choose a new password for your Kabar account:',
        'The link works once. If you did not request a new password, ignore this email: your password does not change.',
      ],
      link: 'Choose a new password',
    },
    id: {
      subject: 'Atur ulang kata sandi Kabar Anda',
      paragraphs: [
        'Buka tautan ini dalam 30 menit untuk memilih kata sandi baru bagi akun Kabar Anda:',
        'Tautan ini hanya dapat dipakai sekali. Jika Anda tidak meminta kata sandi baru, abaikan email ini: kata sandi Anda tidak berubah.',
      ],
      link: 'Pilih kata sandi baru',
    },
  },
  password_changed: {
    en: {
      subject: 'Your Kabar password was changed',
      paragraphs: [
        'The password of your Kabar account was changed, and you were logged out everywhere else. If this was not you, choose a new password immediately:',
        'If this was you, you do not need to do anything.',
      ],
      link: 'Choose a new password',
    },
    id: {
      subject: 'Kata sandi Kabar Anda telah diubah',
      paragraphs: [
        'Kata sandi akun Kabar Anda telah diubah, dan Anda dikeluarkan dari semua perangkat lain. Jika bukan Anda yang melakukannya, segera pilih kata sandi baru:',
        'Jika memang Anda yang melakukannya, abaikan email ini.',
      ],
      link: 'Pilih kata sandi baru',
    },
  },
  email_confirm: {
    en: {
      subject: 'Confirm your new email address for Kabar',
      paragraphs: [
        'Open this link within 30 minutes to use this address to log in to Kabar:',
        'The link works once, and only for you. If you are not logged in, log in with your current address ({email}) first. If you did not request this change, ignore this email: nothing changes.',
      ],
      link: 'Confirm address',
    },
    id: {
      subject: 'Konfirmasi alamat email baru Anda untuk Kabar',
      paragraphs: [
        'Buka tautan ini dalam 30 menit agar alamat ini dapat dipakai untuk masuk ke Kabar:',
        'Tautan ini hanya dapat dipakai sekali dan hanya untuk Anda. Jika belum masuk, masuk dahulu dengan alamat Anda saat ini ({email}). Jika Anda tidak meminta perubahan ini, abaikan email ini: tidak ada yang berubah.',
      ],
      link: 'Konfirmasi alamat',
    },
  },
  email_changed: {
    en: {
      subject: 'The email address of your Kabar account was changed',
      paragraphs: [
        'From now on, log in to Kabar with {email}. Emails from Kabar go to that address, and this one no longer has an account.',
        'If this was you, you do not need to do anything. If it was not, contact your administrator immediately: someone knows your password.',
      ],
    },
    id: {
      subject: 'Alamat email akun Kabar Anda telah diubah',
      paragraphs: [
        'Mulai sekarang Anda masuk ke Kabar dengan {email}, dan email dikirim ke alamat itu. Alamat ini tidak lagi memiliki akun.',
        'Jika memang Anda yang melakukannya, abaikan email ini. Jika bukan, segera hubungi administrator Anda: ada orang lain yang mengetahui kata sandi Anda.',
      ],
    },
  },
  account_deleted: {
    en: {
      subject: 'Your Kabar account was deleted',
      paragraphs: [
        'Your Kabar account was deleted, and you are logged out everywhere. This is the last email you receive from Kabar.',
        'Your work stays with the other members of your organization.',
      ],
    },
    id: {
      subject: 'Akun Kabar Anda telah dihapus',
      paragraphs: [
        'Akun Kabar Anda telah dihapus, dan Anda sudah dikeluarkan dari semua perangkat. Ini email terakhir dari Kabar untuk Anda.',
        'Hasil kerja Anda tetap dapat dipakai anggota lain di organisasi Anda.',
      ],
    },
  },
  organization_deleted: {
    en: {
      subject: 'Your Kabar account was deleted',
      paragraphs: [
        'Your Kabar account and your organization, with all its records, were deleted. This is the last email you receive from Kabar.',
        'Kabar cannot restore this data. If this was not you, contact your administrator: there may be a backup.',
      ],
    },
    id: {
      subject: 'Akun Kabar Anda telah dihapus',
      paragraphs: [
        'Akun Kabar Anda telah dihapus, beserta organisasi Anda dan semua datanya. Ini email terakhir dari Kabar untuk Anda.',
        'Kabar tidak dapat memulihkan data ini. Jika bukan Anda yang melakukannya, hubungi administrator Anda: mungkin ada cadangan.',
      ],
    },
  },
  invitation: {
    en: {
      subject: '{inviter} invites you to {organization}',
      paragraphs: [
        '{inviter} ({address}) invites you to work together in {organization} on Kabar. Open this link within 7 days to join:',
        'The link works once, and only for the address that received this email. If you do not know {inviter}, ignore this email: nothing happens.',
      ],
      link: 'Accept invitation',
    },
    id: {
      subject: '{inviter} mengundang Anda ke {organization}',
      paragraphs: [
        '{inviter} ({address}) mengundang Anda bekerja sama di Kabar, dalam {organization}. Buka tautan ini dalam 7 hari untuk bergabung:',
        'Tautan ini hanya dapat dipakai sekali, dan hanya untuk alamat penerima email ini. Jika Anda tidak mengenal {inviter}, abaikan email ini: tidak ada yang berubah.',
      ],
      link: 'Terima undangan',
    },
  },
  invitation_unnamed: {
    en: {
      subject: '{inviter} invites you to Kabar',
      paragraphs: [
        '{inviter} ({address}) invites you to work together on Kabar. Open this link within 7 days to join:',
        'The link works once, and only for the address that received this email. If you do not know {inviter}, ignore this email: nothing happens.',
      ],
      link: 'Accept invitation',
    },
    id: {
      subject: '{inviter} mengundang Anda ke Kabar',
      paragraphs: [
        '{inviter} ({address}) mengundang Anda bekerja sama di Kabar. Buka tautan ini dalam 7 hari untuk bergabung:',
        'Tautan ini hanya dapat dipakai sekali, dan hanya untuk alamat penerima email ini. Jika Anda tidak mengenal {inviter}, abaikan email ini: tidak ada yang berubah.',
      ],
      link: 'Terima undangan',
    },
  },
} satisfies Record<string, Record<Language, Text>>
