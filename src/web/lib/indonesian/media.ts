// Indonesian: files of messages, and what the server says of them.
import type { Dictionary } from '../text.ts'

/** Said before a file is sent, and by the server of what was sent all the same. */
const refusals: Dictionary = {
  'A document has at most 100 MB.': 'Ukuran dokumen maksimal 100 MB.',
  'A message carries JPEG and PNG pictures, PDF documents and MP4 videos.':
    'Pesan dapat membawa gambar JPEG dan PNG, dokumen PDF, dan video MP4.',
  'Pictures and videos have at most 16 MB.': 'Ukuran gambar dan video maksimal 16 MB.',
  'This file is empty.': 'Berkas ini kosong.',
}

export const media: Dictionary = {
  ...refusals,
  'A file chosen here is sent in place of the template’s.':
    'Berkas yang dipilih di sini menggantikan berkas dari templat.',
  'Add a picture, a PDF or a video': 'Tambah gambar, PDF, atau video',
  'Choose another file': 'Pilih berkas lain',
  File: 'Berkas',
  'File {id}': 'Berkas {id}',
  'JPEG, PNG or MP4 up to 16 MB, PDF up to 100 MB': 'JPEG, PNG, atau MP4 hingga 16 MB, PDF hingga 100 MB',
  'Remove the file': 'Hapus berkas',
  'Save {name}': 'Simpan {name}',
  'The message is its caption.': 'Pesan menjadi keterangan berkas.',
  'Wait until the file is sent, or stop it.': 'Tunggu sampai berkas selesai diunggah, atau batalkan.',
  '{name} could not be fetched': '{name} tidak dapat dimuat',
  '{size} KB': '{size} KB',
  '{size} MB': '{size} MB',
}

export const toldOfMedia: Dictionary = {
  ...refusals,
  'Ask whoever runs this installation: its log says why.': 'Hubungi administrator Anda: penyebabnya ada di log.',
  'This file is damaged or not whole. Save or download it again, then choose it.':
    'Berkas ini rusak atau tidak lengkap. Simpan atau unduh lagi, lalu pilih berkasnya.',
  'This picture cannot be read: it is damaged or not whole.':
    'Gambar ini tidak dapat dibaca: rusak atau tidak lengkap.',
  'This picture has more than 50 million pixels. Make it smaller.':
    'Gambar ini melebihi 50 juta piksel. Perkecil ukurannya.',
}
