import { expect, test } from 'vitest'
import { wishOf } from './consent-words.ts'

test.each([
  'STOP',
  'stop',
  ' Stop. ',
  'STOP!!!',
  'Stop…',
  '“stop”',
  'ＳＴＯＰ',
  'stop 🙏',
  '\u200eSTOP',
  'Stop\n',
  'STOP  ALL',
  'unsubscribe',
  'Berhenti',
  'SAIR',
  'sáir',
  'Parar.',
  'cancelar',
  'BAJA',
  'Arrêt',
  'ARRET',
  'إيقاف',
  'ايقاف',
  'रोकें',
  'रोकें।',
])('%j is a wish to be left alone', (text) => {
  expect(wishOf(text)?.consent).toBe('opted_out')
})

test.each(['START', 'mulai', 'Voltar!', 'começar', 'ALTA'])('%j is a wish to be written to again', (text) => {
  expect(wishOf(text)?.consent).toBe('opted_in')
})

test.each([
  '',
  '.',
  'stop, o Zé não vem',
  'Please stop by tomorrow',
  'non-stop',
  'stopp it',
  'Don’t stop',
  'start tomorrow?',
  'baja california',
  'रोक',
  `stop${' '.repeat(200)}`,
])('%j is neither', (text) => {
  expect(wishOf(text)).toBeUndefined()
})

test('it is answered in the language of the word', () => {
  expect(wishOf('Berhenti')?.answer).toMatch(/MULAI/)
  expect(wishOf('sair')?.answer).toMatch(/VOLTAR/)
})

test('what an answer tells to send is a wish itself', () => {
  for (const word of ['stop', 'berhenti', 'sair', 'baja', 'arret', 'stopp', 'إيقاف', 'रोकें']) {
    const said = /\b[A-Z]{4,}\b/.exec(wishOf(word)!.answer)?.[0]
    expect(wishOf(said ?? '')?.consent, word).toBe('opted_in')
  }
})
