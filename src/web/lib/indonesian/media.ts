// Indonesian: files of messages, and what the server says of them.
import type { Dictionary } from '../text.ts'

/** Said before a file is sent, and by the server of what was sent all the same. */
const refusals: Dictionary = {
  'Documents can be at most 100 MB.': 'Ukuran dokumen maksimal 100 MB.',
  'Messages can contain JPEG and PNG images, PDF documents and MP4 videos.':
    'Pesan dapat membawa gambar JPEG dan PNG, dokumen PDF, dan video MP4.',
  'Images and videos can be at most 16 MB.': 'Ukuran gambar dan video maksimal 16 MB.',
  'This file is empty.': 'Berkas ini kosong.',
}

export const media: Dictionary = {
  ...refusals,
  'A file chosen here replaces the template’s file.': 'Berkas yang dipilih di sini menggantikan berkas dari templat.',
  'Add an image, PDF or video': 'Tambah gambar, PDF, atau video',
  'Choose another file': 'Pilih berkas lain',
  File: 'Berkas',
  'File {id}': 'Berkas {id}',
  'JPEG, PNG or MP4 up to 16 MB, PDF up to 100 MB': 'JPEG, PNG, atau MP4 hingga 16 MB, PDF hingga 100 MB',
  'Remove the file': 'Hapus berkas',
  'Save {name}': 'Simpan {name}',
  'The message becomes the caption.': 'Pesan menjadi keterangan berkas.',
  'Wait until the upload finishes, or cancel it.': 'Tunggu sampai berkas selesai diunggah, atau batalkan.',
  '{name} could not be loaded': '{name} tidak dapat dimuat',
  '{size} KB': '{size} KB',
  '{size} MB': '{size} MB',
}

export const toldOfMedia: Dictionary = {
  ...refusals,
  'Ask your administrator: the log shows the cause.': 'Hubungi administrator Anda: penyebabnya ada di log.',
  'This file is damaged or incomplete. Save or download it again, then choose it.':
    'Berkas ini rusak atau tidak lengkap. Simpan atau unduh lagi, lalu pilih berkasnya.',
  'This image cannot be read: it is damaged or incomplete.': 'Gambar ini tidak dapat dibaca: rusak atau tidak lengkap.',
  'This image has more than 50 million pixels. Make it smaller.':
    'Gambar ini melebihi 50 juta piksel. Perkecil ukurannya.',
}
