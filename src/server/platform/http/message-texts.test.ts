import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { message } from '../../../contract/messages/message.ts'
import { preferredLanguage, withTexts } from './message-texts.ts'

test.each([
  [undefined, 'en'],
  ['id', 'id'],
  ['id-ID,en;q=0.8', 'id'],
  ['en;q=0.5, in', 'id'],
  ['id;q=0', 'en'],
  ['nl, id;q=0.1', 'id'],
  ['nl', 'en'],
])('Accept-Language %s: %s', (header, language) => {
  expect(preferredLanguage(header)).toBe(language)
})

test('every message in a response gets its text', () => {
  const failure = message('phone.taken', { name: 'Budi' })
  const answer = {
    data: [
      { id: '1', failure },
      { id: '2', failure: null },
    ],
  }
  expect(withTexts(answer, 'en')).toEqual({
    data: [
      { id: '1', failure: { ...failure, text: 'Budi already has this number.' } },
      { id: '2', failure: null },
    ],
  })
  expect(withTexts(answer, 'id')).toMatchObject({ data: [{ failure: { text: 'Nomor ini sudah dipakai Budi.' } }, {}] })
  // The value may be cached for all users.
  expect(answer.data[0]!.failure).not.toHaveProperty('text')
})

test('a message inside a message is part of its text', () => {
  const nested = message('rate_limit.wait', { time: message('time.seconds', { count: 5 }) })
  expect(withTexts(nested, 'id')).toEqual({ ...nested, text: 'Tunggu 5 detik, lalu coba lagi.' })
})

test('a response without messages is sent as it is', () => {
  const stream = Readable.from([])
  const answer = { code: 'IDR', params: null, data: [{ at: new Date(0) }], file: Buffer.from('x'), stream }
  expect(withTexts(answer, 'en')).toBe(answer)
  expect(withTexts(null, 'en')).toBeNull()
})

test('a message whose code this version does not know is sent with its code', () => {
  expect(withTexts({ code: 'gone.code', params: {} }, 'en')).toEqual({
    code: 'gone.code',
    params: {},
    text: 'gone.code',
  })
})
