// The emojis that people use at work, with English and Indonesian names.
import { language } from '../lib/text.ts'

export interface Emoji {
  sign: string
  /** The name in the language of the app. */
  name: string
  /** All names in both languages, in lower case. */
  words: string
}

/** Emojis for which each word of `search` begins a word of a name in any language; all emojis for an empty search. */
export function emojisFor(search: string): Emoji[] {
  const wanted = search.toLocaleLowerCase().split(/\s+/).filter(Boolean)
  return emojis().filter(({ sign, words }) => wanted.every((word) => sign === word || words.includes(` ${word}`)))
}

function emojis(): Emoji[] {
  return lines.map(([sign, english, indonesian]) => ({
    sign,
    name: (language() === 'id' ? indonesian : english).split(', ')[0]!,
    words: ` ${english} ${indonesian}`.toLocaleLowerCase(),
  }))
}

/** Each line: the emoji, its English names, its Indonesian names. The app shows the first name. */
const list = `
🙏 | thank you, please, folded hands | terima kasih, mohon, tangan terkatup
👍 | thumbs up, yes, agreed | jempol, ya, setuju
👋 | waving hand, hello, bye | lambaian tangan, halo, hai
🤝 | handshake, deal | jabat tangan, sepakat
👏 | clapping hands, bravo | tepuk tangan, selamat
💪 | strong arm, muscle | lengan kuat, semangat
👌 | OK hand, perfect | tangan oke, sempurna
🙌 | raised hands, hooray | angkat tangan, hore
☝️ | pointing up, note | telunjuk ke atas, perhatian
👉 | pointing right | tunjuk kanan
👇 | pointing down, below | tunjuk bawah, di bawah
✌️ | victory hand, peace | tangan damai
🤞 | crossed fingers, hope | jari bersilang, semoga
🤲 | palms up, prayer | telapak tangan, doa
✍️ | writing hand, sign | tangan menulis, tanda tangan
👀 | eyes, look | mata, lihat
😊 | smiling face | wajah tersenyum, senang
😀 | grinning face | wajah gembira
😃 | happy face | wajah ceria
😄 | laughing eyes | mata tertawa
😁 | beaming face | wajah berseri
😂 | tears of joy, laughing | tertawa sampai menangis, ngakak
🙂 | slight smile | senyum tipis
😉 | winking face | wajah mengedip
😇 | angel face | wajah malaikat
🥰 | face with hearts, love | wajah dengan hati, sayang
😍 | heart eyes | mata hati, suka
🤩 | star eyes, amazed | mata bintang, kagum
😎 | sunglasses, cool | kacamata hitam, keren
🤗 | hugging face | wajah memeluk, peluk
🤔 | thinking face | wajah berpikir
😅 | sweat smile | senyum berkeringat, lega
😌 | relieved face | wajah lega
🥳 | party face | wajah pesta
😢 | crying face, sad | wajah menangis, sedih
😔 | pensive face | wajah murung
😮 | surprised face | wajah terkejut
😬 | grimacing face | wajah meringis
😴 | sleeping face | wajah tidur
🙇 | bowing person, sorry | orang membungkuk, maaf
🙋 | raising hand, question | mengacungkan tangan, tanya
🤷 | shrug | angkat bahu
👨‍💼 | man in office | pria kantor
👩‍💼 | woman in office | wanita kantor
👷 | construction worker | pekerja bangunan, tukang
👥 | people, group | orang, grup
👪 | family | keluarga
🎉 | party popper, celebrate | terompet pesta, rayakan, selamat
🎊 | confetti ball | bola konfeti
🥂 | clinking glasses, cheers | bersulang
🎁 | gift, present | hadiah, kado
🎂 | birthday cake | kue ulang tahun
🎈 | balloon | balon
🏆 | trophy, winner | piala, juara
🥇 | gold medal, first | medali emas, pertama
✨ | sparkles, new | kilauan, baru
⭐ | star | bintang
🌟 | glowing star | bintang bersinar
🔥 | fire, hot | api, panas
🚀 | rocket, launch | roket, peluncuran
🌙 | crescent moon, Ramadan, Eid | bulan sabit, Ramadan, Lebaran, Idulfitri
🕌 | mosque | masjid
🕋 | Kaaba | Ka’bah
⛪ | church | gereja
🛕 | temple | pura, kuil
🎄 | Christmas tree | pohon Natal
🎆 | fireworks, New Year | kembang api, tahun baru
🧧 | red envelope, Chinese New Year | amplop merah, angpau, Imlek
🪔 | diya lamp, Diwali | lampu diya
❤️ | red heart, love | hati merah, cinta
💙 | blue heart | hati biru
💚 | green heart | hati hijau
💛 | yellow heart | hati kuning
🤍 | white heart | hati putih
💯 | hundred points | seratus
💰 | money bag | kantong uang
💵 | banknote, cash, dollar | uang kertas, tunai, dolar
💴 | yen banknote | uang yen
💶 | euro banknote | uang euro
💸 | money with wings, spend | uang terbang, keluar
🪙 | coin | koin
💳 | credit card, payment | kartu kredit, pembayaran
🏦 | bank, transfer | bank, transfer
🧾 | receipt, proof | kuitansi, bukti
📈 | chart up, growth | grafik naik, tumbuh
📉 | chart down | grafik turun
📊 | bar chart, report | diagram batang, laporan
💹 | market chart | grafik pasar
💼 | briefcase, work | tas kerja
💎 | diamond | berlian
📄 | page, document | halaman, dokumen
📑 | documents, tabs | dokumen, berkas
📝 | memo, note | catatan, memo
📋 | clipboard, list | papan klip, daftar
📎 | paperclip, attached | klip kertas, lampiran
📁 | folder | map, folder
✅ | check mark, done | tanda centang, selesai, beres
☑️ | checked box | kotak centang
❌ | cross mark, no | tanda silang, tidak, batal
❗ | exclamation mark, important | tanda seru, penting
❓ | question mark | tanda tanya
⚠️ | warning | peringatan, awas
ℹ️ | information | informasi
🔔 | bell, reminder | lonceng, pengingat
📣 | megaphone, announcement | megafon, pengumuman
📢 | loudspeaker | pengeras suara
📌 | pushpin, pinned | pin, paku payung
📍 | location pin, place | pin lokasi, tempat
🔑 | key | kunci
🔒 | lock, secure | gembok, aman
🔗 | link | tautan
🔎 | magnifying glass, search | kaca pembesar, cari
💡 | light bulb, idea | bola lampu, ide
🎯 | target, goal | sasaran, target
⚖️ | scales, legal | timbangan, hukum
📅 | calendar, date | kalender, tanggal
🗓️ | wall calendar, schedule | kalender dinding, jadwal
⏰ | alarm clock | jam alarm, waktu
⏳ | hourglass, waiting | jam pasir, menunggu
🕐 | one o’clock, time | jam satu, waktu
📞 | telephone, call | telepon, panggilan
📱 | mobile phone | ponsel, HP
💬 | speech bubble, message | balon percakapan, pesan
✉️ | envelope, email | amplop, email
📧 | email | email, surel
📷 | camera, photo | kamera, foto
🎥 | film camera, video | kamera film, video
💻 | laptop | laptop
🖨️ | printer | pencetak, printer
🏠 | house | rumah
🏡 | house with garden, villa | rumah dengan taman, vila
🏢 | office building | gedung kantor
🏗️ | building site, construction | proyek bangunan, konstruksi
🏨 | hotel | hotel
🏭 | factory | pabrik
🏝️ | island, beach | pulau, pantai
🧱 | bricks | bata
🛠️ | tools | alat, perkakas
🌴 | palm tree | pohon palem, kelapa
🌱 | seedling, growth | tunas, bibit, tumbuh
🌾 | rice, harvest | padi, panen
🌊 | wave, sea | ombak, laut
☀️ | sun, morning | matahari, pagi
🌤️ | sunny with clouds, afternoon | cerah berawan, siang
🌧️ | rain | hujan
🌈 | rainbow | pelangi
🌍 | globe, world | bumi, dunia
🌸 | blossom, flower | bunga sakura
💐 | bouquet, flowers | buket, bunga
🌹 | rose | mawar
☕ | coffee, break | kopi, rehat
🍵 | tea | teh
🍽️ | plate, dinner, lunch | piring, makan malam, makan siang
🍚 | rice bowl | nasi
🥥 | coconut | kelapa
✈️ | airplane, travel | pesawat, perjalanan
🚗 | car | mobil
🚢 | ship | kapal
⚡ | lightning, energy | petir, energi, listrik
🔋 | battery | baterai
🐄 | cow, cattle | sapi, ternak
🐟 | fish | ikan
➡️ | right arrow, next | panah kanan, berikutnya
⬇️ | down arrow | panah bawah
⬆️ | up arrow | panah atas
🔹 | small blue diamond, bullet | wajik biru, butir
🔸 | small orange diamond, bullet | wajik oranye, butir
▪️ | small square, bullet | kotak kecil, butir
1️⃣ | number one | angka satu
2️⃣ | number two | angka dua
3️⃣ | number three | angka tiga
🟢 | green circle | lingkaran hijau
🟡 | yellow circle | lingkaran kuning
🔴 | red circle | lingkaran merah
🆕 | new | baru
🇮🇩 | flag of Indonesia | bendera Indonesia
🇸🇬 | flag of Singapore | bendera Singapura
🇲🇾 | flag of Malaysia | bendera Malaysia
`
const lines = list
  .trim()
  .split('\n')
  .map((line) => line.split(' | ') as [sign: string, english: string, indonesian: string])
