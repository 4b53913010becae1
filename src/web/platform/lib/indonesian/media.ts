// Indonesian: files of messages.
import type { Dictionary } from '../text.ts'

export const media: Dictionary = {
  'Documents can be at most 100 MB.': 'Ukuran dokumen maksimal 100 MB.',
  'Messages can contain JPEG and PNG images, PDF documents and MP4 videos.':
    'Pesan dapat membawa gambar JPEG dan PNG, dokumen PDF, dan video MP4.',
  'Images and videos can be at most 16 MB.': 'Ukuran gambar dan video maksimal 16 MB.',
  'This file is empty.': 'Berkas ini kosong.',
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
}
