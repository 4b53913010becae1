// Parsing of vCards from phones and address books.
import { expect, test } from 'vitest'
import type { SourceRow } from './csv.ts'
import { readVcards } from './vcard.ts'

/** Returns for each card: line, name, nickname, kind and number of each phone, addresses, company, title, notes. */
async function read(file: string | Buffer) {
  const records: SourceRow[] = []
  for await (const record of readVcards(Buffer.from(file))) records.push(record)
  return records
    .slice(1)
    .map(({ line, cells }) => [
      line,
      cells[0],
      cells[1],
      cells.slice(2, 12).filter(Boolean),
      cells.slice(12, 15).filter(Boolean),
      ...cells.slice(15),
    ])
}

test('2.1 of an old Android phone: quoted-printable, soft line breaks', async () => {
  const file = [
    'BEGIN:VCARD',
    'VERSION:2.1',
    'N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=53=61=6E=74=6F=73=6F;=42=C3=BC=64=69;;;',
    'FN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=42=C3=BC=64=69=20=53=61=6E=74=',
    '=6F=73=6F',
    'TEL;HOME:021-5550-1234',
    'TEL;CELL;PREF:0812-3456-789',
    'EMAIL;HOME:budi@example.com',
    'NOTE;ENCODING=QUOTED-PRINTABLE:first=0D=0Asecond',
    'END:VCARD',
    '',
  ].join('\r\n')
  expect(await read(file)).toEqual([
    [
      1,
      'Büdi Santoso',
      '',
      ['Mobile', '0812-3456-789', 'Home', '021-5550-1234'],
      ['budi@example.com'],
      '',
      '',
      'first\r\nsecond',
    ],
  ])
})

test('2.1 with a charset parameter', async () => {
  const file = Buffer.from('BEGIN:VCARD\nVERSION:2.1\nFN;CHARSET=ISO-8859-1:Jos\xe9\nTEL:1\nEND:VCARD\n', 'latin1')
  expect(await read(file)).toEqual([[1, 'José', '', ['1'], [], '', '', '']])
})

test('3.0 of an iPhone: groups, folded lines, escaped signs, a photo', async () => {
  const file = [
    'BEGIN:VCARD',
    'VERSION:3.0',
    'PRODID:-//Apple Inc.//iPhone OS 17.0//EN',
    'N:Wijaya;Siti;Ayu;Ibu;',
    'FN:Ibu Siti Ayu Wijaya',
    'NICKNAME:Bu Siti',
    'ORG:PT Maju\\, Tbk;Finance',
    'TITLE:Direktur',
    'item1.EMAIL;type=INTERNET;type=pref:siti@example.com',
    'TEL;type=CELL;type=VOICE;type=pref:+62 812-0000-111',
    'TEL;type=HOME;type=FAX:+62 21 1',
    'NOTE:Met at the demo day\\nlikes prop',
    ' erty\\; and trains',
    'PHOTO;ENCODING=b;TYPE=JPEG:/9j/4AAQ',
    ' SkZJRgABAQ',
    'END:VCARD',
    'BEGIN:VCARD',
    'VERSION:3.0',
    'N:;Only;;;',
    'TEL:08123456780',
    'END:VCARD',
  ].join('\r\n')
  expect(await read(file)).toEqual([
    [
      1,
      'Ibu Siti Ayu Wijaya',
      'Bu Siti',
      ['Mobile', '+62 812-0000-111'],
      ['siti@example.com'],
      'PT Maju, Tbk',
      'Direktur',
      'Met at the demo day\nlikes property; and trains',
    ],
    [17, 'Only', '', ['08123456780'], [], '', '', ''],
  ])
})

test('4.0: addresses of numbers, quoted parameters', async () => {
  const file = [
    'BEGIN:VCARD',
    'VERSION:4.0',
    'FN:محمد الحداد',
    'TEL;VALUE=uri;TYPE="voice,home":tel:+966-11-555-0000',
    'TEL;VALUE=uri;PREF=1;TYPE="cell":tel:+966-50-555-0000',
    'EMAIL:m@example.com',
    'EMAIL:second@example.com',
    'END:VCARD',
  ].join('\n')
  expect(await read(file)).toEqual([
    [
      1,
      'محمد الحداد',
      '',
      ['Mobile', '+966-50-555-0000', 'Home', '+966-11-555-0000'],
      ['m@example.com', 'second@example.com'],
      '',
      '',
      '',
    ],
  ])
})

test('a fold in the middle of a character, a card that never ends, lines that are none', async () => {
  const bytes = Buffer.from(
    'BEGIN:VCARD\nFN:Jos\xc3\n \xa9\nTEL:1\nnonsense\nEND:VCARD\nBEGIN:VCARD\nFN:Lost\n',
    'latin1',
  )
  expect(await read(bytes)).toEqual([[1, 'José', '', ['1'], [], '', '', '']])
})

test('the continuation of an overlong line is not a new property', async () => {
  const file = [
    'BEGIN:VCARD',
    'FN:Budi',
    `PHOTO;ENCODING=b:${'A'.repeat(300_000)}`,
    ' ',
    ' TEL:0812 555 0101',
    'END:VCARD',
  ]
  expect(await read(file.join('\r\n'))).toEqual([[1, 'Budi', '', [], [], '', '', '']])
})
