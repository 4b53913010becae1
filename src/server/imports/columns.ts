// Guesses which column fills which field: by its header in several languages, else by what stands in it.
import type { ContactField } from '../../contract/imports.ts'

export interface Layout {
  /** Whether the first record names the columns. */
  hasHeader: boolean
  columns: { header: string; field: ContactField | null }[]
  /** The columns of each field, in order. */
  places: Map<ContactField, number[]>
  /** Columns with numbers, the one most likely mobile first; `label` is the column that says which kind each row's is. */
  phones: { column: number; label: number | undefined }[]
}

/** `isPhone` says whether a cell reads as a number. */
export function readLayout(first: string[], sample: string[][], isPhone: (cell: string) => boolean): Layout {
  const named = nameColumns(first)
  const hasHeader = named.some(({ field }) => field) || !first.some((cell) => isPhone(cell) || isEmail(cell))
  const columns = hasHeader
    ? named
    : first.map((_, index) => ({ header: `Column ${index + 1}`, field: null, rank: general }))
  guessByContent(columns, hasHeader ? sample : [first, ...sample], isPhone)
  return {
    hasHeader,
    columns: columns.map(({ header, field }) => ({ header, field })),
    places: placesOf(columns),
    phones: columns
      .map(({ field, rank }, column) => ({ field, rank, column, label: labelOf(columns, column) }))
      .filter(({ field }) => field === 'phone')
      .sort((a, b) => a.rank - b.rank)
      .map(({ column, label }) => ({ column, label })),
  }
}

const isEmail = (cell: string) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(cell.trim())

interface Column {
  header: string
  field: ContactField | null
  rank: number
}

const mobile = 0
const general = 1
const landline = 2

// Google (current and older), Outlook, phones' own exports, and plain tables; compared without case, accents and numbers:
// "Phone 2 - Value" is `phone value`. Order matters: of two columns for one field the earlier name here wins.
const names: Record<ContactField, string> = {
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
}
const mobiles =
  'mobile|mobile phone|mobile number|mobile no|cell|cell phone|cellphone|cell number|whatsapp|whatsapp number|whatsapp no|wa|wa number|no wa|nomor wa|no whatsapp|nomor whatsapp|hp|no hp|nomor hp|handphone|no handphone|nomor handphone|ponsel|no ponsel|nomor ponsel|celular|telefone celular|movil|telefono movil|handy|mobil|portable|الجوال|رقم الجوال|الموبايل|واتساب|मोबाइल|手机|携帯'
const landlines =
  'home phone|business phone|work phone|office phone|telepon rumah|telepon kantor|telp rumah|telp kantor|car phone'

const lookup = new Map<string, { field: ContactField; rank: number; order: number }>()
const learn = (list: string, field: ContactField, rank: number) => {
  for (const name of list.split('|')) lookup.set(normalize(name), { field, rank, order: lookup.size })
}
for (const [field, list] of Object.entries(names)) learn(list, field as ContactField, general)
learn(mobiles, 'phone', mobile)
learn(landlines, 'phone', landline)

function normalize(header: string): string {
  return header
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .replace(/(^| )\d+(?= |$)/g, '')
    .trim()
}

function nameColumns(header: string[]): Column[] {
  const guesses = header.map((cell) => lookup.get(normalize(cell)))
  // Phones and addresses may stand in several columns; of anything else the best named one counts.
  const best = new Map<ContactField, number>()
  for (const guess of guesses)
    if (guess && guess.order < (best.get(guess.field) ?? Infinity)) best.set(guess.field, guess.order)
  const taken = new Set<ContactField>()
  return header.map((cell, index) => {
    const guess = guesses[index]
    const text = cell.trim().slice(0, 200) || `Column ${index + 1}`
    if (!guess) return { header: text, field: null, rank: general }
    const several = guess.field === 'phone' || guess.field === 'email'
    const counts = several || (best.get(guess.field) === guess.order && !taken.has(guess.field))
    if (counts) taken.add(guess.field)
    return { header: text, field: counts ? guess.field : null, rank: guess.rank }
  })
}

function placesOf(columns: Column[]): Map<ContactField, number[]> {
  const places = new Map<ContactField, number[]>()
  for (const [column, { field }] of columns.entries())
    if (field) places.set(field, [...(places.get(field) ?? []), column])
  return places
}

/** Google says the kind of a number in the column before it: "Phone 1 - Label", "Phone 1 - Value". */
function labelOf(columns: Column[], column: number): number | undefined {
  const before = normalize(columns[column - 1]?.header ?? '')
  return before === 'phone label' || before === 'phone type' ? column - 1 : undefined
}

/** For tables whose header says nothing to us, or that have none: most cells of the column decide. */
function guessByContent(columns: Column[], rows: string[][], isPhone: (cell: string) => boolean) {
  const share = (column: number, test: (cell: string) => boolean) => {
    const cells = rows.map((row) => row[column]?.trim() ?? '').filter((cell) => cell !== '')
    return cells.length === 0 ? 0 : cells.filter(test).length / cells.length
  }
  const give = (field: ContactField, test: (cell: string) => boolean) => {
    if (columns.some((column) => column.field === field)) return
    const shares = columns.map((column, index) => (column.field ? 0 : share(index, test)))
    const best = Math.max(...shares, 0)
    if (best >= 0.5) columns[shares.indexOf(best)]!.field = field
  }
  give('phone', isPhone)
  give('email', isEmail)
  if (!columns.some(({ field }) => field === 'name' || field === 'first_name' || field === 'last_name')) {
    give('name', (cell) => /\p{L}{2}/u.test(cell) && !isEmail(cell))
  }
}
