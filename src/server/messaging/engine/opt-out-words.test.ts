import { expect, test } from 'vitest'
import { consentIntentOf } from './opt-out-words.ts'

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
  'Cancel',
  'quit.',
  'Hentikan!',
  'İPTAL',
  'Отписаться',
  '退订。',
])('%j is an opt-out', (text) => {
  expect(consentIntentOf(text)?.consent).toBe('opted_out')
})

test.each(['START', 'mulai', 'Voltar!', 'começar', 'ALTA', 'Старт', '恢复'])('%j is an opt-in', (text) => {
  expect(consentIntentOf(text)?.consent).toBe('opted_in')
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
  'the end',
  'Can I cancel the transfer?',
  `stop${' '.repeat(200)}`,
])('%j is neither', (text) => {
  expect(consentIntentOf(text)).toBeUndefined()
})

test('the confirmation is in the language of the word', () => {
  expect(consentIntentOf('Berhenti')?.answer).toMatch(/MULAI/)
  expect(consentIntentOf('sair')?.answer).toMatch(/VOLTAR/)
})

test('the word that a confirmation names is recognized', () => {
  for (const word of [
    'stop',
    'berhenti',
    'sair',
    'baja',
    'arret',
    'stopp',
    'afmelden',
    'annulla',
    'стоп',
    'iptal',
    '退订',
    'إيقاف',
    'रोकें',
  ]) {
    const said = /\b[A-Z]{4,}\b/.exec(consentIntentOf(word)!.answer)?.[0]
    expect(consentIntentOf(said ?? '')?.consent, word).toBe('opted_in')
  }
})
