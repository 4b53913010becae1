// Known column headers in several languages: Google, Outlook, phone exports, Kabar's own files and plain tables.
import type { BuiltInField, ImportField, ImportKind } from '../../../contract/imports.ts'

/** Of several numbers the mobile one is best and a landline is last. */
export const mobile = 0
export const general = 1
export const landline = 2

/** The field of WhatsApp numbers. */
export const phoneField = (kind: ImportKind): ImportField => (kind === 'contacts' ? 'phone' : 'contact_phone')

export interface Guess {
  field: ImportField
  rank: number
  /** If two columns match one field, the lower order wins. */
  order: number
}

export const nameOf = (kind: ImportKind, header: string): Guess | undefined => lookups[kind].get(normalize(header))

/** Normalizes case, accents and digits for comparison: "Phone 2 - Value" is `phone value`. */
export function normalize(header: string): string {
  return header
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .replace(/(^| )\d+(?= |$)/g, '')
    .trim()
}

// Order matters: if two columns match one field, the earlier name here wins.
const ofContacts = {
  name: 'name|full name|display name|contact name|contact|nama|nama lengkap|nama kontak|nama investor|nome|nome completo|nombre|nombre completo|nom complet|الاسم|الاسم الكامل|नाम|姓名|名前',
  first_name: 'first name|given name|firstname|nama depan|primeiro nome|nombre de pila|prenom|vorname|الاسم الاول',
  middle_name: 'middle name|additional name|middlename|nama tengah|segundo nombre',
  last_name:
    'last name|family name|surname|lastname|nama belakang|nama keluarga|sobrenome|apellido|apellidos|nachname|اسم العائلة',
  preferred_name: 'preferred name|nickname|called|call name|nama panggilan|panggilan|sapaan|apelido|apodo',
  phone:
    'phone|phone value|phone number|telephone|telephone number|tel|primary phone|other phone|contact number|number|no telp|no telepon|nomor telepon|nomor telp|telepon|telp|nomor|no kontak|telefone|fone|telefono|numero|الهاتف|رقم الهاتف|फोन|फ़ोन|电话|電話',
  email:
    'email|e mail|e mail value|email value|e mail address|email address|mail|surel|alamat email|alamat surel|correo|correo electronico|البريد الالكتروني|ईमेल',
  company:
    'company|organization name|organisation name|company name|organization|organisation|employer|firm|perusahaan|nama perusahaan|instansi|organisasi|empresa|firma|entreprise|الشركة|कंपनी',
  job_title: 'job title|organization title|jobtitle|position|occupation|jabatan|posisi|cargo|puesto|title',
  notes: 'notes|note|comments|comment|remarks|catatan|keterangan|observacoes|notas',
  do_not_contact:
    'do not contact|do not call|do not message|do not whatsapp|do not disturb|dnc|opt out|opted out|optout|unsubscribe|unsubscribed|jangan hubungi|jangan dihubungi|jangan kontak|jangan telepon|jangan ditelepon|tidak boleh dihubungi|tidak mau dihubungi|berhenti langganan|no contactar|no llamar|nao contactar',
  tags: 'tags|tag|label|labels|etiqueta|etiquetas',
  consent:
    'consent|opt in|opted in|whatsapp consent|marketing consent|persetujuan|izin|izin whatsapp|consentimiento|consentimento',
}
const mobiles =
  'mobile|mobile phone|mobile number|mobile no|cell|cell phone|cellphone|cell number|whatsapp|whatsapp number|whatsapp no|wa|wa number|no wa|nomor wa|no whatsapp|nomor whatsapp|hp|no hp|nomor hp|handphone|no handphone|nomor handphone|ponsel|no ponsel|nomor ponsel|celular|telefone celular|movil|telefono movil|handy|mobil|portable|الجوال|رقم الجوال|الموبايل|واتساب|मोबाइल|手机|携帯'
const landlines =
  'home phone|business phone|work phone|office phone|telepon rumah|telepon kantor|telp rumah|telp kantor|car phone'

const ofInvestors = {
  code: 'code|investor code|investor no|investor number|investor id|kode|kode investor|no investor|nomor investor|codigo',
  name: 'investor|investor name|name|legal name|full name|nama investor|nama|nama lengkap|nama badan|entity|entity name|nome|nombre|inversor|investidor',
  type: 'type|investor type|category|tipe|tipe investor|jenis|jenis investor|kategori|tipo',
  kind: 'kind|individual or entity|person or entity|perorangan atau badan|bentuk',
  email: `${ofContacts.email}|investor email`,
  country: 'country|negara|pais|domicile|domisili',
  city: 'city|kota|ciudad|cidade|town',
  website: 'website|web|url|site|situs|situs web|laman',
  source: 'source|lead source|referred by|sumber|asal|referensi dari',
  preferred_currency: 'preferred currency|currency|mata uang|valuta|moneda|moeda',
  ticket_min: 'ticket min|minimum ticket|min ticket|smallest ticket|tiket minimum|tiket terkecil|investasi minimum',
  ticket_max: 'ticket max|maximum ticket|max ticket|largest ticket|tiket maksimum|tiket terbesar|investasi maksimum',
  follow_up_note: 'follow up note|follow up reason|catatan tindak lanjut|alasan tindak lanjut',
  next_follow_up_on: 'next follow up on|next follow up|follow up|follow up on|tindak lanjut|tindak lanjut berikutnya',
  notes: ofContacts.notes,
  contact_name:
    'contact name|contact|contact person|primary contact|pic|pic name|representative|nama kontak|nama pic|narahubung|kontak|contato|contacto',
  contact_phone: `${ofContacts.phone}|contact phone|contact number|pic phone|telepon kontak|nomor kontak`,
  contact_email: 'contact email|contact e mail|contact email address|pic email|email kontak|email pic|surel kontak',
  contact_role: 'contact role|role|peran|peran kontak|rol',
  do_not_contact: ofContacts.do_not_contact,
  tags: ofContacts.tags,
}

const ofInvestments = {
  reference:
    'reference|investment reference|ref|investment no|investment number|deal id|contract no|no investasi|nomor investasi|referensi|no kontrak|nomor kontrak|no perjanjian',
  investor_code: 'investor code|investor id|investor no|kode investor|no investor',
  investor: 'investor|investor name|nama investor|nama|name|client|klien|inversor|investidor',
  offering:
    'offering|offering name|round|fund|project|deal|spv|property|penawaran|putaran|proyek|dana|properti|oferta|proyecto|projeto',
  title: 'title|investment|investment name|judul|nama investasi',
  status: 'status|investment status|status investasi|estado',
  stage: 'stage|investment stage|funding stage|tahap|tahap investasi|tahapan|etapa',
  instrument: 'instrument|instrument type|instrumen|instrumento',
  currency: 'currency|ccy|mata uang|valuta|moneda|moeda',
  expected_amount:
    'expected amount|expected|potential|potential amount|perkiraan|jumlah perkiraan|nilai perkiraan|estimasi',
  committed_amount:
    'committed amount|committed|commitment|amount|investment amount|amount invested|invested|komitmen|jumlah komitmen|nilai komitmen|jumlah|nilai|nilai investasi|jumlah investasi|nominal|monto|importe|valor',
  expected_close_on:
    'expected close on|expected close|expected closing|close date|perkiraan penutupan|rencana penutupan|target penutupan',
  committed_on:
    'committed on|commitment date|date committed|date|investment date|tanggal komitmen|tanggal investasi|tanggal|tgl|tgl investasi|fecha|data',
  closed_on: 'closed on|closing date|date closed|closed|tanggal penutupan|tanggal tutup',
  lost_reason: 'lost reason|reason lost|reason|alasan|alasan batal|alasan menolak',
  notes: ofContacts.notes,
  transaction_kind: 'transaction kind|transaction type|payment type|jenis transaksi|tipe transaksi|jenis pembayaran',
  transaction_amount:
    'transaction amount|funded amount|funded|paid|paid amount|amount paid|payment|payment amount|contribution|received|amount received|disetor|jumlah disetor|setoran|jumlah setoran|dibayar|jumlah dibayar|pembayaran|terima',
  transaction_on:
    'transaction date|transaction on|funded on|funding date|date funded|paid on|payment date|settled on|date paid|date received|tanggal setor|tanggal setoran|tgl setor|tanggal bayar|tanggal pembayaran|tgl bayar|tanggal transaksi',
  transaction_reference:
    'transaction reference|payment reference|bank reference|receipt no|referensi transaksi|referensi bank|no bukti|nomor bukti|no kuitansi',
  units:
    'units|number of units|no of units|shares|number of shares|jumlah unit|jumlah saham|lembar saham|jumlah lembar',
  unit_price:
    'unit price|price per unit|price of a unit|share price|price per share|harga unit|harga per unit|harga satuan|harga saham|harga per saham|harga per lembar',
  ownership_percent:
    'ownership|ownership percent|ownership percentage|stake|stake percent|equity percent|kepemilikan|persen kepemilikan|persentase kepemilikan|porsi kepemilikan',
  interest_rate_percent:
    'interest rate|interest percent|coupon|coupon rate|suku bunga|tingkat bunga|persen bunga|tasa de interes|juros',
  discount_percent: 'discount|discount percent|discount rate|diskon|persen diskon|descuento|desconto',
  valuation_cap: 'valuation cap|batas valuasi',
  maturity_on:
    'maturity|maturity date|maturity on|matures on|jatuh tempo|tanggal jatuh tempo|tgl jatuh tempo|vencimiento|vencimento',
  terms:
    'terms|deal terms|terms and conditions|terms conditions|syarat|syarat dan ketentuan|ketentuan|condiciones|condicoes',
  tags: ofContacts.tags,
}

const ofOfferings = {
  name: 'name|offering|offering name|fund|round|project|nama|penawaran|nama penawaran|nama dana|nama proyek',
  kind: 'kind|type|offering type|jenis|tipe|jenis penawaran',
  currency: ofInvestments.currency,
  target_amount: 'target amount|target|target size|fund size|goal|nilai target|target dana',
  min_ticket:
    'min ticket|smallest ticket|minimum ticket|minimum investment|nilai investasi minimum|investasi minimum|minimum investasi',
  opens_on: 'opens on|opens|open date|opening date|start date|dibuka|dibuka pada|tanggal buka|tanggal mulai',
  closes_on: 'closes on|closes|close date|closing date|end date|ditutup|ditutup pada|tanggal tutup|tanggal selesai',
  state: 'state|status|keadaan',
}

const lookups: Record<ImportKind, Map<string, Guess>> = {
  contacts: learn(ofContacts, 'phone'),
  investors: learn(ofInvestors, 'contact_phone'),
  investments: learn(ofInvestments),
  transactions: learn({
    investment: 'investment',
    kind: 'kind',
    amount: 'amount',
    state: 'state',
    settled_on: 'settled on',
  }),
  offerings: learn(ofOfferings),
}

function learn(names: Partial<Record<BuiltInField, string>>, phone?: ImportField): Map<string, Guess> {
  const lookup = new Map<string, Guess>()
  const add = (list: string, field: ImportField, rank: number) => {
    for (const name of list.split('|').map(normalize))
      if (!lookup.has(name) || rank !== general) lookup.set(name, { field, rank, order: lookup.size })
  }
  for (const [field, list] of Object.entries(names)) {
    add(list, field as ImportField, general)
    // Kabar's own files use the field's name.
    if (!lookup.has(normalize(field))) add(field, field as ImportField, general)
  }
  if (phone) {
    add(mobiles, phone, mobile)
    add(landlines, phone, landline)
  }
  return lookup
}
