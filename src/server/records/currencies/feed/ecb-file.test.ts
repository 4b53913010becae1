import { expect, test } from 'vitest'
import { readEcbFile } from './ecb-file.ts'

const around = (cubes: string) => `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
	<gesmes:subject>Reference rates</gesmes:subject>
	<gesmes:Sender>
		<gesmes:name>European Central Bank</gesmes:name>
	</gesmes:Sender>
	<Cube>
		${cubes}
	</Cube>
</gesmes:Envelope>`

const daily = around(`<Cube time='2026-11-20'>
			<Cube currency='USD' rate='1.0863'/>
			<Cube currency='JPY' rate='163.95'/>
			<Cube currency='IDR' rate='17845.12'/>
		</Cube>`)

test('a file of one day is parsed', () => {
  expect(readEcbFile(daily)).toEqual([
    { day: '2026-11-20', currency: 'USD', rate: '1.0863' },
    { day: '2026-11-20', currency: 'JPY', rate: '163.95' },
    { day: '2026-11-20', currency: 'IDR', rate: '17845.12' },
  ])
})

test('a file of many days with other quotes is parsed too', () => {
  const cubes = ['2026-11-20', '2026-11-19'].map(
    (day) => `<Cube time="${day}"><Cube currency="USD" rate="1.0863"/><Cube rate="0.8441" currency="GBP" /></Cube>`,
  )
  const rates = readEcbFile(around(cubes.join('')))
  expect(rates.map(({ day, currency }) => `${day} ${currency}`)).toEqual([
    '2026-11-20 USD',
    '2026-11-20 GBP',
    '2026-11-19 USD',
    '2026-11-19 GBP',
  ])
})

test.each(['17845000000', '1.0000000000001'])('a rate of %s is skipped, and the others are parsed', (rate) => {
  const leftOut: string[] = []
  const rates = readEcbFile(daily.replace('17845.12', rate), (what) => leftOut.push(what))
  expect(rates.map(({ currency }) => currency)).toEqual(['USD', 'JPY'])
  expect(leftOut).toEqual([`2026-11-20 IDR ${rate}`])
})

test.each([
  ['nothing', ''],
  ['a web page', '<!doctype html><html><body>Maintenance</body></html>'],
  ['half of the file', daily.slice(0, -20)],
  ['an entity', daily.replace('1.0863', '&x;')],
  ['a declaration', daily.replace('<gesmes:Envelope', '<!DOCTYPE x [<!ENTITY x "1">]><gesmes:Envelope')],
  ['no rates', around('')],
  ['a rate without a day', around("<Cube currency='USD' rate='1.0863'/>")],
  ['an invalid day', daily.replace('2026-11-20', '2026-02-30')],
  ['a rate of zero', daily.replace('1.0863', '0.0000')],
  ['a negative rate', daily.replace('1.0863', '-1.0863')],
  ['a rate that is not a number', daily.replace('1.0863', 'N/A')],
  ['an invalid currency code', daily.replace('USD', 'dollar')],
])('%s is rejected', (_, text) => {
  expect(() => readEcbFile(text)).toThrow()
})

test('a nonsensical file of 2 MB is rejected quickly', () => {
  const started = process.cpuUsage()
  expect(() => readEcbFile('<Cube '.repeat(350_000))).toThrow()
  expect(() => readEcbFile(`${'<!--'.repeat(500_000)}</gesmes:Envelope>`)).toThrow()
  expect(process.cpuUsage(started).user / 1_000).toBeLessThan(5_000)
})
