// Indonesian: webhooks and their deliveries.
import type { Dictionary } from '../text.ts'

export const webhooks: Dictionary = {
  Webhook: 'Webhook',
  Webhooks: 'Webhook',
  'Telling other programs of changes': 'Memberi tahu program lain tentang perubahan',
  'Kabar tells another program, such as your accounting or a chat, as soon as something changes here.':
    'Kabar memberi tahu program lain, misalnya akuntansi atau aplikasi obrolan, segera setelah ada perubahan di sini.',
  'No webhooks yet.': 'Belum ada webhook.',
  'Add webhook': 'Tambah webhook',
  'Edit webhook': 'Ubah webhook',
  'Webhook saved': 'Webhook disimpan',
  'Webhook deleted': 'Webhook dihapus',
  'Webhook turned on': 'Webhook diaktifkan',
  'Webhook turned off': 'Webhook dinonaktifkan',
  'Webhook not found': 'Webhook tidak ditemukan',
  'The webhook could not be deleted': 'Webhook tidak dapat dihapus',
  'This did not work': 'Tindakan ini gagal',
  'Nothing leaves the sample data. Go back to your organization first.':
    'Data contoh tidak mengirim apa pun ke luar. Kembali dahulu ke organisasi Anda.',
  'An organization has at most {max} webhooks.': 'Sebuah organisasi memiliki paling banyak {max} webhook.',
  '{count} events#other': '{count} peristiwa',
  '{count} deliveries waiting#other': '{count} pengiriman menunggu',
  // The form and the secret
  'Your program receives a POST request with JSON there.': 'Program Anda menerima permintaan POST berisi JSON di sana.',
  Address: 'Alamat',
  Events: 'Peristiwa',
  'Secret of “{name}”': 'Kunci rahasia “{name}”',
  'New secret': 'Kunci rahasia baru',
  'Make a new secret': 'Buat kunci rahasia baru',
  'Replaces the secret of this webhook, for example if somebody may know it who should not.':
    'Mengganti kunci rahasia webhook ini, misalnya jika mungkin diketahui orang yang tidak berhak.',
  'The secret could not be replaced': 'Kunci rahasia tidak dapat diganti',
  'Your program needs this secret to check that a request comes from Kabar. It is not shown again: copy it now, and keep it like a password.':
    'Program Anda memerlukan kunci rahasia ini untuk memeriksa bahwa permintaan benar berasal dari Kabar. Kunci ini tidak ditampilkan lagi: salin sekarang, dan simpan seperti kata sandi.',
  'For one more day requests are also signed with the earlier secret, so nothing is lost meanwhile.':
    'Selama satu hari ke depan, permintaan juga ditandatangani dengan kunci rahasia lama, sehingga tidak ada yang hilang sementara itu.',
  'Copy the secret': 'Salin kunci rahasia',
  'How to check a request: Standard Webhooks': 'Cara memeriksa permintaan: Standard Webhooks',
  'I have kept it': 'Sudah saya simpan',
  // Events
  'Contact changed': 'Kontak diubah',
  'Contact deleted': 'Kontak dihapus',
  'Contact restored': 'Kontak dipulihkan',
  'Opted out': 'Berhenti berlangganan',
  'Reply received': 'Balasan masuk',
  'Status of a broadcast': 'Status siaran',
  'Status of recipients': 'Status penerima',
  'Investment changed': 'Investasi diubah',
  'Investment deleted': 'Investasi dihapus',
  'Investment restored': 'Investasi dipulihkan',
  'Transaction added': 'Transaksi ditambahkan',
  'Transaction changed': 'Transaksi diubah',
  'Transaction deleted': 'Transaksi dihapus',
  'Transaction restored': 'Transaksi dipulihkan',
  'Test event': 'Peristiwa uji coba',
  // One webhook
  'Send test event': 'Kirim peristiwa uji coba',
  'Test event queued': 'Peristiwa uji coba masuk antrean',
  'Its delivery is listed below.': 'Pengirimannya tercantum di bawah.',
  'Turned off by Kabar': 'Dinonaktifkan oleh Kabar',
  Off: 'Nonaktif',
  Failing: 'Bermasalah',
  'The receiver answered that it is gone (410). Correct the address, or delete this webhook.':
    'Penerima membalas bahwa alamatnya sudah tidak ada (410). Perbaiki alamatnya, atau hapus webhook ini.',
  'More than 100,000 deliveries were waiting: the receiver is too slow. Turn the webhook on again once it is faster.':
    'Lebih dari 100.000 pengiriman menunggu: penerima terlalu lambat. Aktifkan lagi webhook ini setelah penerimanya lebih cepat.',
  'For three days nothing could be delivered. See below what went wrong, then turn it on again.':
    'Selama tiga hari tidak ada yang terkirim. Lihat penyebabnya di bawah, lalu aktifkan lagi.',
  'Nothing was delivered since {time}. Kabar keeps trying, and turns the webhook off after three days.':
    'Sejak {time} tidak ada yang terkirim. Kabar terus mencoba, dan menonaktifkan webhook ini setelah tiga hari.',
  'Until {time} the earlier secret is valid, too.': 'Sampai {time} kunci rahasia lama juga masih berlaku.',
  'Events: {events}': 'Peristiwa: {events}',
  'Nothing is sent to it any more, and the log of its deliveries is deleted.':
    'Tidak ada lagi yang dikirim ke sana, dan log pengirimannya dihapus.',
  // Deliveries
  Deliveries: 'Pengiriman',
  'Nothing sent yet': 'Belum ada yang dikirim',
  'Every event and what the receiver answered is listed here for 30 days. Send a test event to try it.':
    'Setiap peristiwa dan balasan penerima tercantum di sini selama 30 hari. Kirim peristiwa uji coba untuk mencobanya.',
  'No delivery matches': 'Tidak ada pengiriman yang cocok',
  Event: 'Peristiwa',
  Result: 'Hasil',
  'Send again': 'Kirim ulang',
  'Sending it again': 'Sedang dikirim ulang',
  'It could not be sent again': 'Tidak dapat dikirim ulang',
  'Answered with {status}': 'Dibalas dengan {status}',
  '{ms} ms': '{ms} ms',
  '{count} attempts#other': '{count} percobaan',
  'Next attempt: {time}': 'Percobaan berikutnya: {time}',
  'The receiver could not be reached.': 'Penerima tidak dapat dihubungi.',
  'The certificate of the receiver is not valid.': 'Sertifikat penerima tidak valid.',
  'The receiver did not answer within ten seconds.': 'Penerima tidak membalas dalam sepuluh detik.',
  'The address leads into a private network. Kabar does not send there.':
    'Alamat ini mengarah ke jaringan internal. Kabar tidak mengirim ke sana.',
  'The receiver answered with a redirect ({status}), which Kabar does not follow.':
    'Penerima membalas dengan pengalihan ({status}), yang tidak diikuti oleh Kabar.',
  'The receiver answered with {status}.': 'Penerima membalas dengan {status}.',
  'The receiver answered that it is gone (410).': 'Penerima membalas bahwa alamatnya sudah tidak ada (410).',
  'Kabar can no longer read the secret. Make a new one.':
    'Kabar tidak dapat lagi membaca kunci rahasianya. Buat yang baru.',
  'The webhook was turned off.': 'Webhook dinonaktifkan.',
  'It was waiting when the backup was made; the original may have sent it.':
    'Masih menunggu saat cadangan dibuat; sistem aslinya mungkin sudah mengirimnya.',
}
