// The texts of all emails in English and Indonesian. Values are in braces.
import { type Language, languageOf } from '../../errors.ts'
import type { Email } from './email.ts'

interface Text {
  subject: string
  /** The link follows the first. */
  paragraphs: string[]
  link?: string
}

/** A line of the morning email: a task or follow-up that is due. */
export interface DueItem {
  kind: 'task' | 'follow_up'
  title: string
  /** The record that the task is about. */
  record: string | null
  day: string
}

/** The morning email: tasks and follow-ups of the user that are due today or overdue. `total` also counts those without a line. */
export function morningEmail(
  user: { name: string; email: string; locale: string },
  { items, total, today, url }: { items: readonly DueItem[]; total: number; today: string; url: string },
): Email {
  const language = languageOf(user.locale)
  const { now, since, followUp, more } = dueTexts[language]
  const dayText = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' })
  const lines = items.map(({ kind, title, record, day }) => {
    const what = [kind === 'follow_up' ? followUp.replace('{name}', () => title) : title, record].filter(Boolean)
    const when = day < today ? since.replace('{day}', () => dayText.format(new Date(day))) : now
    return `• ${what.join(' – ')} (${when})`
  })
  const rest = total - items.length
  if (rest > 0) lines.push(more.replace('{count}', () => String(rest)))
  const email = emailTo(user, 'morning', { url, count: String(total) })
  const [first, ...others] = email.paragraphs
  return { ...email, paragraphs: [first!, ...lines, ...others] }
}

const dueTexts = {
  en: { now: 'due today', since: 'overdue since {day}', followUp: 'Follow-up: {name}', more: 'And {count} more.' },
  id: {
    now: 'jatuh tempo hari ini',
    since: 'terlambat sejak {day}',
    followUp: 'Tindak lanjut: {name}',
    more: 'Dan {count} lainnya.',
  },
} satisfies Record<Language, object>

/** An email in the recipient's language. */
export function emailTo(
  { name, email, locale }: { name: string; email: string; locale: string },
  kind: EmailKind,
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

export type EmailKind = keyof typeof texts

const texts = {
  morning: {
    en: {
      subject: 'Due today in Kabar: {count}',
      paragraphs: [
        'These tasks and follow-ups of yours are due today or overdue. Open your tasks here:',
        'You receive this email because you turned it on in your profile. You can turn it off there.',
      ],
      link: 'Open my tasks',
    },
    id: {
      subject: 'Jatuh tempo hari ini di Kabar: {count}',
      paragraphs: [
        'Tugas dan tindak lanjut Anda berikut ini jatuh tempo hari ini atau sudah lewat. Buka tugas Anda di sini:',
        'Anda menerima email ini karena mengaktifkannya di profil Anda. Anda dapat mematikannya di sana.',
      ],
      link: 'Buka tugas saya',
    },
  },
  backup_failed: {
    en: {
      subject: 'The backup of Kabar failed',
      paragraphs: [
        'The nightly backup of Kabar failed. Whoever runs the server should see to it: {failure}',
        'Kabar tries again every hour. “npm run kabar -- backup” on the server tries at once; with systemd and in containers the command begins differently (docs/deploy.md).',
      ],
    },
    id: {
      subject: 'Pencadangan Kabar gagal',
      paragraphs: [
        'Pencadangan malam hari Kabar gagal. Pengelola server perlu memeriksanya: {failure}',
        'Kabar mencoba lagi setiap jam. Untuk mencoba sekarang, jalankan “npm run kabar -- backup” di server; dengan systemd dan di container, awal perintahnya berbeda (docs/deploy.md).',
      ],
    },
  },
  webhook_added: {
    en: {
      subject: 'A webhook was added to Kabar: {webhook}',
      paragraphs: [
        '{who} added the webhook “{webhook}”. From now on, Kabar sends changes of your data to {host}. If this was not {who}, turn the webhook off and change the password of that account:',
        'If this was intended, you do not need to do anything.',
      ],
      link: 'Open webhooks',
    },
    id: {
      subject: 'Webhook ditambahkan di Kabar: {webhook}',
      paragraphs: [
        '{who} menambahkan webhook “{webhook}”. Mulai sekarang Kabar mengirim perubahan data Anda ke {host}. Jika bukan {who} yang melakukannya, nonaktifkan webhook ini dan ganti kata sandi akun tersebut:',
        'Jika memang disengaja, abaikan email ini.',
      ],
      link: 'Buka webhook',
    },
  },
  webhook_address_changed: {
    en: {
      subject: 'The address of a webhook of Kabar was changed: {webhook}',
      paragraphs: [
        '{who} changed the address of the webhook “{webhook}”. From now on, Kabar sends changes of your data to {host}. If this was not {who}, turn the webhook off and change the password of that account:',
        'If this was intended, you do not need to do anything.',
      ],
      link: 'Open webhooks',
    },
    id: {
      subject: 'Alamat sebuah webhook Kabar diubah: {webhook}',
      paragraphs: [
        '{who} mengubah alamat webhook “{webhook}”. Mulai sekarang Kabar mengirim perubahan data Anda ke {host}. Jika bukan {who} yang melakukannya, nonaktifkan webhook ini dan ganti kata sandi akun tersebut:',
        'Jika memang disengaja, abaikan email ini.',
      ],
      link: 'Buka webhook',
    },
  },
  broadcast_paused: {
    en: {
      subject: 'Kabar paused a broadcast: {what}',
      paragraphs: [
        'Kabar paused the broadcast “{what}”. Open it to see why, and to resume or cancel it:',
        'Nobody has received a message twice, and those who wait get theirs once it is resumed.',
      ],
      link: 'Open the broadcast',
    },
    id: {
      subject: 'Kabar menjeda sebuah siaran: {what}',
      paragraphs: [
        'Kabar menjeda siaran “{what}”. Buka siarannya untuk melihat penyebabnya, lalu lanjutkan atau batalkan:',
        'Tidak ada yang menerima pesan dua kali. Penerima yang menunggu akan mendapat pesannya setelah siaran dilanjutkan.',
      ],
      link: 'Buka siaran',
    },
  },
  phone_down: {
    en: {
      subject: 'A phone is not connected, and messages wait: {what}',
      paragraphs: [
        'The phone “{what}” is not connected to Kabar, and messages wait for it. Open it, and scan its code if Kabar asks for it:',
        'The messages are sent once it is connected again.',
      ],
      link: 'Open WhatsApp settings',
    },
    id: {
      subject: 'Ponsel tidak tersambung, dan ada pesan yang menunggu: {what}',
      paragraphs: [
        'Ponsel “{what}” tidak tersambung ke Kabar, dan ada pesan yang menunggu. Buka pengaturannya, lalu pindai kodenya jika diminta:',
        'Pesan akan dikirim setelah ponsel tersambung lagi.',
      ],
      link: 'Buka pengaturan WhatsApp',
    },
  },
  webhook_failing: {
    en: {
      subject: 'A webhook of Kabar was turned off: {webhook}',
      paragraphs: [
        'For three days the receiver of the webhook “{webhook}” could not be reached or answered with an error, so Kabar has stopped sending to it. See what went wrong, and turn it on again once it works:',
        'Changes made in the meantime are not sent later by themselves. Failed deliveries of the last 30 days can be sent again from the log.',
      ],
      link: 'Open webhooks',
    },
    id: {
      subject: 'Sebuah webhook Kabar dinonaktifkan: {webhook}',
      paragraphs: [
        'Selama tiga hari penerima webhook “{webhook}” tidak dapat dihubungi atau membalas dengan kesalahan, sehingga Kabar berhenti mengirim ke sana. Periksa penyebabnya, lalu aktifkan lagi setelah diperbaiki:',
        'Perubahan selama webhook nonaktif tidak dikirim kemudian. Pengiriman yang gagal dalam 30 hari terakhir dapat dikirim ulang dari log.',
      ],
      link: 'Buka webhook',
    },
  },
  webhook_gone: {
    en: {
      subject: 'A webhook of Kabar was turned off: {webhook}',
      paragraphs: [
        'The receiver of the webhook “{webhook}” answered that it is gone (410), so Kabar has stopped sending to it. If this was not intended, correct the address and turn it on again:',
        'If it was, you can delete the webhook.',
      ],
      link: 'Open webhooks',
    },
    id: {
      subject: 'Sebuah webhook Kabar dinonaktifkan: {webhook}',
      paragraphs: [
        'Penerima webhook “{webhook}” membalas bahwa alamatnya sudah tidak ada (410), sehingga Kabar berhenti mengirim ke sana. Jika ini tidak disengaja, perbaiki alamatnya lalu aktifkan lagi:',
        'Jika memang disengaja, webhook ini dapat dihapus.',
      ],
      link: 'Buka webhook',
    },
  },
  webhook_too_many_waiting: {
    en: {
      subject: 'A webhook of Kabar was turned off: {webhook}',
      paragraphs: [
        'More than 100,000 deliveries of the webhook “{webhook}” were waiting, because its receiver is too slow, so Kabar has stopped sending to it. Turn it on again once the receiver is faster:',
        'What was waiting and changes made in the meantime are not sent later by themselves. Your program can read all data through the API.',
      ],
      link: 'Open webhooks',
    },
    id: {
      subject: 'Sebuah webhook Kabar dinonaktifkan: {webhook}',
      paragraphs: [
        'Lebih dari 100.000 pengiriman webhook “{webhook}” menunggu karena penerimanya terlalu lambat, sehingga Kabar berhenti mengirim ke sana. Aktifkan lagi setelah penerimanya lebih cepat:',
        'Pengiriman yang menunggu dan perubahan selama webhook nonaktif tidak dikirim kemudian. Program Anda dapat membaca semua data melalui API.',
      ],
      link: 'Buka webhook',
    },
  },
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
        'The password of your Kabar account was changed, and you were logged out everywhere else. Your API tokens still work. If this was not you, choose a new password immediately:',
        'If this was you, you do not need to do anything.',
      ],
      link: 'Choose a new password',
    },
    id: {
      subject: 'Kata sandi Kabar Anda telah diubah',
      paragraphs: [
        'Kata sandi akun Kabar Anda telah diubah, dan Anda dikeluarkan dari semua perangkat lain. Token API Anda tetap berlaku. Jika bukan Anda yang melakukannya, segera pilih kata sandi baru:',
        'Jika memang Anda yang melakukannya, abaikan email ini.',
      ],
      link: 'Pilih kata sandi baru',
    },
  },
  password_replaced: {
    en: {
      subject: 'Your Kabar password was changed',
      paragraphs: [
        'The password of your Kabar account was replaced by a link. You were logged out everywhere, your API tokens were revoked, and the login with a provider such as Google was unlinked. A passkey asks for the new password once. If this was not you, choose a new password immediately:',
        'If this was you, you only need to give your programs new tokens, and link the provider again if you used one.',
      ],
      link: 'Choose a new password',
    },
    id: {
      subject: 'Kata sandi Kabar Anda telah diubah',
      paragraphs: [
        'Kata sandi akun Kabar Anda telah diganti melalui tautan. Anda dikeluarkan dari semua perangkat, token API Anda dicabut, dan login dengan penyedia seperti Google tidak tertaut lagi. Kunci sandi meminta kata sandi baru satu kali. Jika bukan Anda yang melakukannya, segera pilih kata sandi baru:',
        'Jika memang Anda yang melakukannya, Anda hanya perlu membuat token baru untuk program Anda, dan menautkan kembali penyedia jika Anda memakainya.',
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
  second_factor_on: {
    en: {
      subject: 'Two-step login is on for your Kabar account',
      paragraphs: [
        'From now on, logging in to Kabar needs a code of your authenticator app. You were logged out everywhere else. If this was not you, see what was changed:',
        'If this was you, keep your recovery codes in a safe place.',
      ],
      link: 'Open security',
    },
    id: {
      subject: 'Login dua langkah aktif untuk akun Kabar Anda',
      paragraphs: [
        'Mulai sekarang, masuk ke Kabar memerlukan kode dari aplikasi autentikator Anda. Anda dikeluarkan dari semua perangkat lain. Jika bukan Anda yang melakukannya, periksa perubahannya:',
        'Jika memang Anda yang melakukannya, simpan kode pemulihan Anda di tempat yang aman.',
      ],
      link: 'Buka keamanan',
    },
  },
  second_factor_moved: {
    en: {
      subject: 'Your Kabar codes now come from another app',
      paragraphs: [
        'The codes for logging in to Kabar now come from another authenticator app, and the recovery codes are new. You were logged out everywhere else. If this was not you, see what was changed:',
        'If this was you, you do not need to do anything.',
      ],
      link: 'Open security',
    },
    id: {
      subject: 'Kode Kabar Anda kini berasal dari aplikasi lain',
      paragraphs: [
        'Kode untuk masuk ke Kabar kini berasal dari aplikasi autentikator lain, dan kode pemulihannya baru. Anda dikeluarkan dari semua perangkat lain. Jika bukan Anda yang melakukannya, periksa perubahannya:',
        'Jika memang Anda yang melakukannya, abaikan email ini.',
      ],
      link: 'Buka keamanan',
    },
  },
  second_factor_off: {
    en: {
      subject: 'Two-step login is off for your Kabar account',
      paragraphs: [
        'From now on, the password alone logs in to your Kabar account. If this was not you, change your password and turn two-step login on again:',
        'If this was you, you do not need to do anything.',
      ],
      link: 'Open security',
    },
    id: {
      subject: 'Login dua langkah nonaktif untuk akun Kabar Anda',
      paragraphs: [
        'Mulai sekarang, kata sandi saja cukup untuk masuk ke akun Kabar Anda. Jika bukan Anda yang melakukannya, ubah kata sandi Anda dan aktifkan kembali login dua langkah:',
        'Jika memang Anda yang melakukannya, abaikan email ini.',
      ],
      link: 'Buka keamanan',
    },
  },
  authenticator_added: {
    en: {
      subject: 'An authenticator app was added to your Kabar account',
      paragraphs: [
        'From now on, a code of this app logs in to Kabar after the password, besides your passkeys. You were logged out everywhere else. If this was not you, see what was changed:',
        'If this was you, you do not need to do anything.',
      ],
      link: 'Open security',
    },
    id: {
      subject: 'Aplikasi autentikator ditambahkan ke akun Kabar Anda',
      paragraphs: [
        'Mulai sekarang, selain kunci sandi Anda, kode dari aplikasi ini juga dapat dipakai untuk masuk ke Kabar setelah kata sandi. Anda dikeluarkan dari semua perangkat lain. Jika bukan Anda yang melakukannya, periksa perubahannya:',
        'Jika memang Anda yang melakukannya, abaikan email ini.',
      ],
      link: 'Buka keamanan',
    },
  },
  authenticator_removed: {
    en: {
      subject: 'The authenticator app was removed from your Kabar account',
      paragraphs: [
        'Its codes no longer log in to Kabar. Your passkeys and recovery codes still do. If this was not you, see what was changed:',
        'If this was you, you do not need to do anything.',
      ],
      link: 'Open security',
    },
    id: {
      subject: 'Aplikasi autentikator dihapus dari akun Kabar Anda',
      paragraphs: [
        'Kodenya tidak dapat lagi dipakai untuk masuk ke Kabar. Kunci sandi dan kode pemulihan Anda tetap berlaku. Jika bukan Anda yang melakukannya, periksa perubahannya:',
        'Jika memang Anda yang melakukannya, abaikan email ini.',
      ],
      link: 'Buka keamanan',
    },
  },
  passkey_added: {
    en: {
      subject: 'A passkey was added to your Kabar account',
      paragraphs: [
        'The passkey “{name}” now logs in to your Kabar account, without a password. If this was not you, remove it and change your password:',
        'If this was you, you do not need to do anything.',
      ],
      link: 'Open security',
    },
    id: {
      subject: 'Kunci sandi ditambahkan ke akun Kabar Anda',
      paragraphs: [
        'Kunci sandi “{name}” kini dapat dipakai untuk masuk ke akun Kabar Anda tanpa kata sandi. Jika bukan Anda yang melakukannya, hapus kunci sandi itu dan ubah kata sandi Anda:',
        'Jika memang Anda yang melakukannya, abaikan email ini.',
      ],
      link: 'Buka keamanan',
    },
  },
  passkey_removed: {
    en: {
      subject: 'A passkey was removed from your Kabar account',
      paragraphs: [
        'The passkey “{name}” no longer logs in to your Kabar account, and you were logged out everywhere else. If this was not you, see what was changed:',
        'If this was you, you do not need to do anything.',
      ],
      link: 'Open security',
    },
    id: {
      subject: 'Kunci sandi dihapus dari akun Kabar Anda',
      paragraphs: [
        'Kunci sandi “{name}” tidak dapat lagi dipakai untuk masuk ke akun Kabar Anda, dan Anda dikeluarkan dari semua perangkat lain. Jika bukan Anda yang melakukannya, periksa perubahannya:',
        'Jika memang Anda yang melakukannya, abaikan email ini.',
      ],
      link: 'Buka keamanan',
    },
  },
  second_factor_reset: {
    en: {
      subject: 'Two-step login was reset for your Kabar account',
      paragraphs: [
        'The administrator of Kabar has turned off two-step login for your account: the password alone logs you in. Turn it on again on the Account page.',
        'If you did not ask for this, contact your administrator immediately.',
      ],
    },
    id: {
      subject: 'Login dua langkah untuk akun Kabar Anda telah diatur ulang',
      paragraphs: [
        'Administrator Kabar telah menonaktifkan login dua langkah untuk akun Anda: kata sandi saja cukup untuk masuk. Aktifkan kembali di halaman Akun.',
        'Jika Anda tidak memintanya, segera hubungi administrator Anda.',
      ],
    },
  },
  recovery_codes_renewed: {
    en: {
      subject: 'New recovery codes for your Kabar account',
      paragraphs: [
        'Your recovery codes were replaced by new ones, and the old ones no longer work. If this was not you, see what was changed:',
        'If this was you, you do not need to do anything.',
      ],
      link: 'Open security',
    },
    id: {
      subject: 'Kode pemulihan baru untuk akun Kabar Anda',
      paragraphs: [
        'Kode pemulihan Anda diganti dengan yang baru, dan yang lama tidak berlaku lagi. Jika bukan Anda yang melakukannya, periksa perubahannya:',
        'Jika memang Anda yang melakukannya, abaikan email ini.',
      ],
      link: 'Buka keamanan',
    },
  },
  recovery_code_used: {
    en: {
      subject: 'A recovery code of your Kabar account was used',
      paragraphs: [
        'Your password and a recovery code were entered in Kabar. Recovery codes that are left: {count}. You can get new ones here:',
        'If this was not you, change your password immediately.',
      ],
      link: 'Open security',
    },
    id: {
      subject: 'Kode pemulihan akun Kabar Anda telah dipakai',
      paragraphs: [
        'Kata sandi dan sebuah kode pemulihan Anda dimasukkan di Kabar. Sisa kode pemulihan: {count}. Kode baru dapat dibuat di sini:',
        'Jika bukan Anda yang melakukannya, segera ubah kata sandi Anda.',
      ],
      link: 'Buka keamanan',
    },
  },
  wrong_codes: {
    en: {
      subject: 'Someone knows your Kabar password',
      paragraphs: [
        'Somebody entered your password and then {count} wrong codes, most recently from {address}. Nobody was let in. If this was not you, choose a new password immediately:',
        'If this was you, check the clock of the phone with your authenticator app.',
      ],
      link: 'Choose a new password',
    },
    id: {
      subject: 'Ada yang mengetahui kata sandi Kabar Anda',
      paragraphs: [
        'Seseorang memasukkan kata sandi Anda, lalu {count} kali mengetik kode yang salah, terakhir dari {address}. Tidak ada yang berhasil masuk. Jika bukan Anda yang melakukannya, segera pilih kata sandi baru:',
        'Jika memang Anda yang melakukannya, periksa apakah jam di ponsel Anda sudah tepat: kode bergantung pada jam itu.',
      ],
      link: 'Pilih kata sandi baru',
    },
  },
  api_token_made: {
    en: {
      subject: 'New API token for your Kabar account',
      paragraphs: [
        'An API token was made for your account, from {address}: “{name}”. With it, a program can use Kabar as you. If this was not you, revoke it and change your password:',
        'If this was you, you do not need to do anything.',
      ],
      link: 'Open API tokens',
    },
    id: {
      subject: 'Token API baru untuk akun Kabar Anda',
      paragraphs: [
        'Token API telah dibuat untuk akun Anda, dari {address}: “{name}”. Dengan token itu, sebuah program dapat memakai Kabar atas nama Anda. Jika bukan Anda yang membuatnya, cabut token itu dan ubah kata sandi Anda:',
        'Jika memang Anda yang membuatnya, abaikan email ini.',
      ],
      link: 'Buka token API',
    },
  },
  login_linked: {
    en: {
      subject: 'Your Kabar account was linked with {provider}',
      paragraphs: [
        'From now on you can log in to Kabar with {provider}. If this was not you, unlink it and change your password:',
        'If this was you, you do not need to do anything.',
      ],
      link: 'Open security',
    },
    id: {
      subject: 'Akun Kabar Anda ditautkan dengan {provider}',
      paragraphs: [
        'Mulai sekarang Anda dapat masuk ke Kabar dengan {provider}. Jika bukan Anda yang melakukannya, hapus tautannya dan ubah kata sandi Anda:',
        'Jika memang Anda yang melakukannya, abaikan email ini.',
      ],
      link: 'Buka keamanan',
    },
  },
  login_unlinked: {
    en: {
      subject: 'Your Kabar account is no longer linked with {provider}',
      paragraphs: [
        'You can no longer log in to Kabar with {provider}. If this was not you, change your password:',
        'If this was you, you do not need to do anything.',
      ],
      link: 'Open security',
    },
    id: {
      subject: 'Akun Kabar Anda tidak lagi ditautkan dengan {provider}',
      paragraphs: [
        'Anda tidak dapat lagi masuk ke Kabar dengan {provider}. Jika bukan Anda yang melakukannya, ubah kata sandi Anda:',
        'Jika memang Anda yang melakukannya, abaikan email ini.',
      ],
      link: 'Buka keamanan',
    },
  },
  new_device: {
    en: {
      subject: 'New login to your Kabar account',
      paragraphs: [
        'Somebody logged in to your account from a device that Kabar does not know: {device} ({address}). If this was not you, log it out and change your password:',
        'If this was you, you do not need to do anything.',
      ],
      link: 'Open security',
    },
    id: {
      subject: 'Login baru ke akun Kabar Anda',
      paragraphs: [
        'Ada yang masuk ke akun Anda dari perangkat yang belum dikenal Kabar: {device} ({address}). Jika bukan Anda yang melakukannya, keluarkan perangkat itu dan ubah kata sandi Anda:',
        'Jika memang Anda yang melakukannya, abaikan email ini.',
      ],
      link: 'Buka keamanan',
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
  organization_deletion_requested: {
    en: {
      subject: '{organization} will be deleted on {day}',
      paragraphs: [
        '{who} asked Kabar to delete {organization} with all its records and accounts on {day}. Until then you can log in, export everything, and cancel the deletion:',
        'No messages are sent meanwhile. If this was not you, cancel the deletion and change your password.',
      ],
      link: 'Cancel the deletion',
    },
    id: {
      subject: '{organization} akan dihapus pada {day}',
      paragraphs: [
        '{who} meminta Kabar menghapus {organization} beserta semua data dan akunnya pada {day}. Sampai saat itu Anda dapat masuk, mengekspor semua data, dan membatalkan penghapusan:',
        'Selama itu tidak ada pesan yang dikirim. Jika bukan Anda yang memintanya, batalkan penghapusan dan ubah kata sandi Anda.',
      ],
      link: 'Batalkan penghapusan',
    },
  },
  organization_deletion_cancelled: {
    en: {
      subject: '{organization} will not be deleted',
      paragraphs: [
        '{who} cancelled the deletion of {organization}. All records are as they were.',
        'Messages that waited are sent from now on. Broadcasts whose time has passed are paused.',
      ],
    },
    id: {
      subject: '{organization} tidak jadi dihapus',
      paragraphs: [
        '{who} membatalkan penghapusan {organization}. Semua data tetap seperti semula.',
        'Pesan yang menunggu mulai dikirim lagi. Siaran yang waktunya sudah lewat dijeda.',
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
  approval_requested: {
    en: {
      subject: 'For your approval: {broadcast}',
      paragraphs: [
        '{author} asks for approval of the broadcast “{broadcast}”. Read the messages, then approve or reject it:',
        'Nothing is sent until somebody other than its author approves it.',
      ],
      link: 'Open the broadcast',
    },
    id: {
      subject: 'Menunggu persetujuan Anda: {broadcast}',
      paragraphs: [
        '{author} meminta persetujuan untuk siaran “{broadcast}”. Baca pesan-pesannya, lalu setujui atau tolak:',
        'Tidak ada yang dikirim sebelum disetujui oleh orang selain penulisnya.',
      ],
      link: 'Buka siaran',
    },
  },
  approval_approved: {
    en: {
      subject: 'Approved: {broadcast}',
      paragraphs: ['{approver} approved the broadcast “{broadcast}”. See how it is sent:'],
      link: 'Open the broadcast',
    },
    id: {
      subject: 'Disetujui: {broadcast}',
      paragraphs: ['{approver} menyetujui siaran “{broadcast}”. Lihat pengirimannya:'],
      link: 'Buka siaran',
    },
  },
  approval_rejected: {
    en: {
      subject: 'Rejected: {broadcast}',
      paragraphs: [
        '{approver} rejected the broadcast “{broadcast}”: {reason}',
        'It is a draft again, and nothing was sent. Change it and ask once more.',
      ],
      link: 'Open the draft',
    },
    id: {
      subject: 'Ditolak: {broadcast}',
      paragraphs: [
        '{approver} menolak siaran “{broadcast}”: {reason}',
        'Siaran ini kembali menjadi draf dan belum ada yang dikirim. Ubah, lalu ajukan sekali lagi.',
      ],
      link: 'Buka draf',
    },
  },
} satisfies Record<string, Record<Language, Text>>
