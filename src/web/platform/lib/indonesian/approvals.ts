// Indonesian: approval of broadcasts by a second person.
import type { Dictionary } from '../text.ts'

export const approvals: Dictionary = {
  'Approval rule saved': 'Aturan persetujuan disimpan',
  'Save rule': 'Simpan aturan',
  'Every broadcast': 'Setiap siaran',
  'Broadcasts that name an amount of money': 'Siaran yang menyebut jumlah uang',
  'The text has a variable with an amount, such as “Outstanding”.':
    'Teksnya memuat variabel berisi jumlah uang, misalnya “Belum disetor”.',
  'Broadcasts to more than this many recipients': 'Siaran dengan jumlah penerima lebih dari',
  'Leave empty if the number does not matter. A WhatsApp group counts as one recipient.':
    'Kosongkan jika jumlahnya tidak menentukan. Satu grup WhatsApp dihitung sebagai satu penerima.',
  'Approval of broadcasts': 'Persetujuan siaran',
  'Which broadcasts somebody else has to approve before they are sent. Nobody can approve a broadcast that they wrote, edited or requested.':
    'Siaran mana yang harus disetujui orang lain sebelum dikirim. Tidak seorang pun dapat menyetujui siaran yang ia tulis, ubah, atau ajukan sendiri.',
  'Approve broadcasts': 'Menyetujui siaran',
  Approval: 'Persetujuan',
  'Rejected by {name} on {when}: {reason}': 'Ditolak oleh {name} pada {when}: {reason}',
  'A former member': 'Mantan anggota',
  'Requests and decisions': 'Permintaan dan keputusan',
  '{name} asked for approval on {when}': '{name} meminta persetujuan pada {when}',
  '{name} approved {count} messages on {when}#other': '{name} menyetujui {count} pesan pada {when}',
  '{name} rejected it on {when}: {reason}': '{name} menolak pada {when}: {reason}',
  '{name} withdrew it on {when}': '{name} menarik kembali pada {when}',
  '{name} approved {count} changed messages on {when}#other':
    '{name} menyetujui {count} pesan yang berubah pada {when}',
  '{written} of {total} messages are ready. The broadcast can be approved when all are.':
    '{written} dari {total} pesan sudah disusun. Setelah selesai, siaran dapat disetujui.',
  '{name} asks for approval of {count} messages. Read them below; exactly these messages are sent.#other':
    '{name} meminta persetujuan untuk {count} pesan. Bacalah di bawah ini; pesan yang dikirim persis seperti ini.',
  'Approve and schedule': 'Setujui dan jadwalkan',
  'Approve and send': 'Setujui dan kirim',
  'Reject…': 'Tolak…',
  'Broadcast rejected': 'Siaran ditolak',
  'Reject this broadcast?': 'Tolak siaran ini?',
  'It becomes a draft again, and its author sees the reason. Nothing has been sent.':
    'Siaran ini kembali menjadi draf dan penulisnya melihat alasannya. Belum ada yang dikirim.',
  Reject: 'Tolak',
  'Ask for approval of “{name}”?': 'Minta persetujuan untuk “{name}”?',
  'Somebody else has to approve it before anything is sent. Text, recipients and each message are kept as they are now.':
    'Orang lain harus menyetujuinya sebelum ada yang dikirim. Teks, penerima, dan setiap pesan disimpan seperti sekarang.',
  'Ask for approval': 'Minta persetujuan',
  'Changed since the approval': 'Berubah setelah disetujui',
  'These {count} messages were not sent: their text or number is not the approved one any more.#other':
    '{count} pesan ini tidak dikirim: teks atau nomornya tidak lagi seperti yang disetujui.',
  'Changed messages': 'Pesan yang berubah',
  'Approve and send all {count} messages#other': 'Setujui dan kirim {count} pesan',
  'Approval requested': 'Persetujuan diminta',
  'By now the broadcast needs the approval of a second person: the rule or the audience changed. Nothing was sent. Make it a draft again and ask for approval.':
    'Siaran ini kini memerlukan persetujuan orang lain karena aturan atau audiensnya berubah. Belum ada yang dikirim. Jadikan draf kembali, lalu minta persetujuan.',
  'Waiting for your approval': 'Menunggu persetujuan Anda',
  '{name} asks for approval': '{name} meminta persetujuan',
  'Asks for approval': 'Meminta persetujuan',
  '{count} more wait for approval#other': '{count} lagi menunggu persetujuan',
  'needs approval': 'perlu persetujuan',
  'Awaiting approval': 'Menunggu persetujuan',
  'Asked for approval of the broadcast': 'Meminta persetujuan siaran',
  'Withdrew the request for approval of the broadcast': 'Menarik kembali permintaan persetujuan siaran',
  'Approved the broadcast': 'Menyetujui siaran',
  'Rejected the broadcast': 'Menolak siaran',
  'Approved changed messages of the broadcast': 'Menyetujui pesan siaran yang berubah',
}
