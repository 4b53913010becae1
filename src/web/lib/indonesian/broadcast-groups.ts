// Indonesian: broadcast groups, and what the server says of them.
import type { Dictionary } from '../text.ts'

export const broadcastGroups: Dictionary = {
  'Broken rules': 'Aturan rusak',
  'No broadcast group is named like that': 'Tidak ada grup siaran bernama seperti itu',
  'Nobody yet': 'Belum ada siapa pun',
  Rules: 'Aturan',
  'Search broadcast groups': 'Cari grup siaran',
  '{count} WA groups#other': '{count} grup WA',
  '{name} (deleted)': '{name} (dihapus)',
}

export const toldOfBroadcastGroups: Dictionary = {
  'A rule of the broadcast group “{name}” names something that was deleted. Mend the rule first.':
    'Sebuah aturan dalam grup siaran “{name}” menyebut sesuatu yang sudah dihapus. Perbaiki dahulu aturannya.',
  'Another broadcast group has this name.': 'Grup siaran lain memakai nama ini.',
  'Another broadcast group is called {name}.': 'Grup siaran lain bernama {name}.',
  'Counting takes longer than usual. Try it again in a moment.':
    'Penghitungan lebih lama dari biasanya. Coba lagi sebentar lagi.',
  'Some of the chosen broadcast groups were deleted. Choose them again.':
    'Sebagian grup siaran yang dipilih sudah dihapus. Pilih lagi.',
  'The broadcast group “{name}” was deleted. Take it out of the audience, or restore it.':
    'Grup siaran “{name}” sudah dihapus. Keluarkan dari penerima, atau pulihkan.',
  'The broadcast “{name}” is about to go to this group. Take the group out of it first, or cancel it.':
    'Siaran “{name}” akan segera dikirim ke grup ini. Keluarkan dahulu grup ini, atau batalkan siarannya.',
  'at least 1': 'minimal 1',
  'at most 10,000 contacts': 'maksimal 10.000 kontak',
  'at most 100 values': 'maksimal 100 nilai',
  'at most 2,000 lines': 'maksimal 2.000 baris',
  'at most 3650': 'maksimal 3650',
  'at most 500 groups': 'maksimal 500 grup',
  'at most {count} rules': 'maksimal {count} aturan',
}
