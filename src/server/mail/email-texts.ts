// The texts of all emails in English and Indonesian. Values are in braces.
import { type Email, type Language, languageOf } from './email.ts'

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
      subject: 'Choose a new password for Kabar',
      paragraphs: [
        'Somebody, probably you, asked for a new password for your Kabar account. Open this link within 30 minutes to choose it:',
        'It works once. If you did not ask for it, ignore this mail: your password stays as it is.',
      ],
      link: 'Choose a new password',
    },
    id: {
      subject: 'Pilih kata sandi baru untuk Kabar',
      paragraphs: [
        'Kami menerima permintaan kata sandi baru untuk akun Kabar Anda. Buka tautan ini dalam 30 menit untuk memilih kata sandi baru:',
        'Tautan ini hanya dapat dipakai sekali. Jika Anda tidak memintanya, abaikan email ini: kata sandi Anda tidak berubah.',
      ],
      link: 'Pilih kata sandi baru',
    },
  },
  password_changed: {
    en: {
      subject: 'Your Kabar password was changed',
      paragraphs: [
        'The password of your Kabar account was changed, and you were signed out everywhere else. If it was not you, choose a new password at once:',
        'If it was you, there is nothing to do.',
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
      subject: 'Confirm your new address for Kabar',
      paragraphs: [
        'You asked to sign in to Kabar with this address. Open this link within 30 minutes to confirm it:',
        'It works once, and only for you: where you are not signed in, sign in with your present address first ({email}). If you did not ask for it, ignore this mail: nothing changes.',
      ],
      link: 'Confirm the address',
    },
    id: {
      subject: 'Konfirmasi alamat baru Anda untuk Kabar',
      paragraphs: [
        'Anda meminta agar alamat ini dipakai untuk masuk ke Kabar. Buka tautan ini dalam 30 menit untuk mengonfirmasinya:',
        'Tautan ini hanya dapat dipakai sekali dan hanya untuk Anda: jika belum masuk, masuk dahulu dengan alamat Anda saat ini ({email}). Jika Anda tidak memintanya, abaikan email ini: tidak ada yang berubah.',
      ],
      link: 'Konfirmasi alamat',
    },
  },
  email_changed: {
    en: {
      subject: 'The address of your Kabar account was changed',
      paragraphs: [
        'From now on you sign in to Kabar with {email}, and mails go there. This address has no account any more.',
        'If it was you, there is nothing to do. If it was not, tell whoever runs your Kabar at once: somebody knows your password.',
      ],
    },
    id: {
      subject: 'Alamat akun Kabar Anda telah diubah',
      paragraphs: [
        'Mulai sekarang Anda masuk ke Kabar dengan {email}, dan email dikirim ke alamat itu. Alamat ini tidak lagi memiliki akun.',
        'Jika memang Anda yang melakukannya, abaikan email ini. Jika bukan, segera beri tahu administrator Anda: ada orang lain yang mengetahui kata sandi Anda.',
      ],
    },
  },
  account_deleted: {
    en: {
      subject: 'Your Kabar account was deleted',
      paragraphs: [
        'Your Kabar account was deleted, and you are signed out everywhere. This is the last mail that Kabar sends you.',
        'What you and the others worked on stays with the others.',
      ],
    },
    id: {
      subject: 'Akun Kabar Anda telah dihapus',
      paragraphs: [
        'Akun Kabar Anda telah dihapus, dan Anda sudah dikeluarkan dari semua perangkat. Ini email terakhir dari Kabar untuk Anda.',
        'Hasil kerja bersama tetap dapat dipakai oleh rekan-rekan Anda.',
      ],
    },
  },
  organization_deleted: {
    en: {
      subject: 'Your Kabar account was deleted',
      paragraphs: [
        'Your Kabar account was deleted, and your organization with everything in it. This is the last mail that Kabar sends you.',
        'Nothing of it can be brought back. If it was not you, tell whoever runs your Kabar: there may be a backup.',
      ],
    },
    id: {
      subject: 'Akun Kabar Anda telah dihapus',
      paragraphs: [
        'Akun Kabar Anda telah dihapus, beserta organisasi Anda dan seluruh isinya. Ini email terakhir dari Kabar untuk Anda.',
        'Data ini tidak dapat dipulihkan. Jika bukan Anda yang melakukannya, beri tahu administrator Anda: mungkin ada cadangan.',
      ],
    },
  },
  invitation: {
    en: {
      subject: '{inviter} invites you to {organization}',
      paragraphs: [
        '{inviter} ({address}) invites you to work with them on Kabar, in {organization}. Open this link within 7 days to join:',
        'It works once, and only for the address that this mail came to. If you do not know {inviter}, ignore this mail: nothing happens.',
      ],
      link: 'Accept the invitation',
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
        '{inviter} ({address}) invites you to work with them on Kabar. Open this link within 7 days to join:',
        'It works once, and only for the address that this mail came to. If you do not know {inviter}, ignore this mail: nothing happens.',
      ],
      link: 'Accept the invitation',
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
