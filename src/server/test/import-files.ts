// Generates import files: Google Contacts, Outlook and plain tables, with the errors of real address books.

/** The expected result of an import, counted while the file was generated. */
export interface SampleFile {
  name: string
  content: string
  counts: { create: number; update: number; skip: number; error: number }
}

const googleHeader =
  'First Name,Middle Name,Last Name,Phonetic First Name,Phonetic Middle Name,Phonetic Last Name,Name Prefix,Name Suffix,Nickname,File As,Organization Name,Organization Title,Organization Department,Birthday,Notes,Photo,Labels,E-mail 1 - Label,E-mail 1 - Value,E-mail 2 - Label,E-mail 2 - Value,Phone 1 - Label,Phone 1 - Value,Phone 2 - Label,Phone 2 - Value,Address 1 - Label,Address 1 - Formatted,Website 1 - Label,Website 1 - Value'

const outlookHeader =
  "First Name,Middle Name,Last Name,Title,Suffix,Nickname,Given Yomi,Surname Yomi,E-mail Address,E-mail 2 Address,E-mail 3 Address,Home Phone,Home Phone 2,Business Phone,Business Phone 2,Mobile Phone,Car Phone,Other Phone,Primary Phone,Pager,Business Fax,Home Fax,Other Fax,Company Main Phone,Callback,Radio Phone,Telex,TTY/TDD Phone,IMAddress,Job Title,Department,Company,Office Location,Manager's Name,Assistant's Name,Assistant's Phone,Business Street,Business City,Birthday,Notes"

const first = [
  'Budi',
  'Siti',
  'محمد',
  'فاطمة',
  'राहुल',
  'प्रिया',
  'João',
  'Émile',
  '王小明',
  'Nguyễn',
  'Łukasz',
  'Amina 🌱',
  '“Al”',
  "O'Brien",
]
const last = [
  'Santoso',
  'da Silva',
  'الحداد',
  'शर्मा',
  'Okafor',
  'Gunawan, S.E.',
  'van der "Wal"',
  'Ferreira',
  'Tanaka',
  'Haddad',
]

/** The n-th number of an Indonesian mobile range in local format: 0812 and eight digits. */
export const localNumber = (n: number) => `0812${String(10_000_000 + n)}`

const quote = (cell: string) => (/[",\n\r]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)
const pick = <T>(list: T[], n: number) => list[n % list.length]!

/** The same number in the formats that people use. */
function written(n: number): string {
  const local = localNumber(n)
  const digits = local.slice(1)
  return pick(
    [
      local,
      `+62 ${digits.slice(0, 3)}-${digits.slice(3, 7)}-${digits.slice(7)}`,
      `62${digits}`,
      `0062${digits}`,
      `(0812) ${digits.slice(3)}`,
    ],
    n,
  )
}

/** Google's current export: no CRLF, quoted notes with line breaks, several values in one cell. */
export function googleFile(rows: number): SampleFile {
  const counts = { create: 0, update: 0, skip: 0, error: 0 }
  const make = (n: number): Record<string, string> => {
    const person = {
      'First Name': pick(first, n),
      'Last Name': pick(last, Math.floor(n / 3)),
      Labels: '* myContacts',
      'E-mail 1 - Label': '* Work',
    }
    if (n % 50 === 7) {
      counts.error++
      return { ...person, Notes: 'neither number nor address' }
    }
    if (n % 50 === 13) {
      counts.error++
      return {
        ...person,
        'Phone 1 - Value': pick(['9.62791E+11', '12', '+6281234567890 x12', '+999123456789', 'n/a'], n),
      }
    }
    if (n % 50 === 20) {
      counts.skip++
      return { ...person, 'Phone 1 - Value': written(n - 1) }
    }
    counts.create++
    if (n % 50 === 30) return { ...person, 'E-mail 1 - Value': `only.mail${n}@example.com` }
    // Two colleagues share an office number. With the same name they would count as one person.
    const colleague = { ...person, 'Last Name': `Kantor ${n}` }
    if (n % 50 === 40)
      return {
        ...colleague,
        'Phone 1 - Label': 'Work',
        'Phone 1 - Value': '021 5555 1234',
        'Phone 2 - Label': '* Mobile',
        'Phone 2 - Value': written(n),
      }
    if (n % 50 === 41)
      return { ...colleague, 'Phone 1 - Label': 'Mobile', 'Phone 1 - Value': `${written(n)} ::: 021 5555 1234` }
    return {
      ...person,
      'Phone 1 - Label': 'Mobile',
      'Phone 1 - Value': written(n),
      'E-mail 1 - Value': n % 4 ? `person${n}@example.com` : `person${n}@example.com ::: second${n}@example.com`,
      'Organization Name': n % 3 ? 'PT Maju, Tbk' : '',
      'Organization Title': 'Direktur',
      Nickname: n % 7 ? '' : 'Pak B',
      Notes: n % 5 ? '' : 'Met at the "demo day",\nlikes property\n\nin Bali',
    }
  }
  return { name: 'contacts.csv', counts, content: table(googleHeader.split(','), rows, make, '\n') }
}

/** Outlook's export: byte order mark, CRLF, forty columns. */
export function outlookFile(rows: number): SampleFile {
  const counts = { create: 0, update: 0, skip: 0, error: 0 }
  const make = (n: number): Record<string, string> => {
    const person = {
      'First Name': pick(first, n),
      'Last Name': pick(last, n),
      'Business Fax': '021 999 9999',
      "Assistant's Phone": '021 888 8888',
    }
    if (n % 40 === 9) {
      counts.error++
      return { 'Business Fax': '021 999 9999' }
    }
    if (n % 40 === 10) {
      counts.skip++
      return { ...person, 'Mobile Phone': written(200_000 + n - 2) }
    }
    counts.create++
    if (n % 40 === 11) return { ...person, 'Home Phone': `021 5${String(100_000 + n).padStart(7, '0')}` }
    return {
      ...person,
      'Mobile Phone': written(200_000 + n),
      'Home Phone': '021 5555 1234',
      'E-mail Address': `outlook${n}@example.com`,
      Company: 'Bintang "Timur" Capital',
      'Job Title': 'Partner',
      'Business Street': 'Jl. Sudirman 1\r\nLantai 5',
      Notes: n % 6 ? '' : 'first line\r\nsecond line',
    }
  }
  return { name: 'outlook.CSV', counts, content: `\ufeff${table(outlookHeader.split(','), rows, make, '\r\n')}` }
}

/** Brazilian numbers with and without the ninth digit, separated by semicolons; every tenth repeats the one before in the other form. */
export function brazilFile(rows: number): SampleFile {
  const counts = { create: 0, update: 0, skip: 0, error: 0 }
  const make = (n: number): Record<string, string> => {
    const double = n % 10 === 9
    counts[double ? 'skip' : 'create']++
    const digits = `8${String(1_000_000 + (double ? n - 1 : n))}`
    return {
      nome: `${pick(first, n)} ${n}`,
      celular: n % 2 ? `+55 31 9${digits}` : `(31) ${digits.slice(0, 4)}-${digits.slice(4)}`,
    }
  }
  return { name: 'investidores.csv', counts, content: table(['nome', 'celular'], rows, make, '\n', ';') }
}

/** The usual case: two columns, no errors. */
export function plainFile(rows: number, options: { header?: boolean; from?: number } = {}): SampleFile {
  const { header = true, from = 400_000 } = options
  const lines = Array.from({ length: rows }, (_, n) => `Person ${n},${localNumber(from + n)}\n`)
  return {
    name: 'plain.csv',
    counts: { create: rows, update: 0, skip: 0, error: 0 },
    content: (header ? 'name,phone\n' : '') + lines.join(''),
  }
}

function table(
  header: string[],
  rows: number,
  make: (n: number) => Record<string, string>,
  end: string,
  separator = ',',
): string {
  const lines = [header.join(separator)]
  for (let n = 0; n < rows; n++) {
    const row = make(n)
    lines.push(header.map((column) => quote(row[column] ?? '')).join(separator))
  }
  return lines.join(end) + end
}
