// Password policy: rejects common passwords, and those made of the user's name, address or organization.
import { type Message, message } from '../../../contract/messages/message.ts'
import { commonPasswords, commonStems, commonWords } from './common-passwords.ts'

interface PasswordOwner {
  name: string
  email: string
  organization: string
}

/** Why the password is rejected; undefined if it is accepted. */
export function passwordProblem(password: string, person: PasswordOwner): Message | undefined {
  const typed = password.normalize('NFKC').toLowerCase()
  if (isCommon(typed)) return message('password.too_common')
  const readings = [typed, unmasked(bare(typed)), unmasked(typed)].map(letters)
  const personalWords = knownWords(person)
  if (readings.some((reading) => isMadeOf(reading, product))) {
    return message('password.contains_product')
  }
  if (readings.some((reading) => isMadeOf(reading, personalWords))) {
    return message('password.contains_owner')
  }
  return undefined
}

const product = ['kabar']
// Usual substitutes for letters.
const substitutes: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
}

function isCommon(typed: string) {
  if (commonPasswords.has(typed) || isRow(typed) || isStretched(typed)) return true
  // A common word with up to ten digits and punctuation around it: `Summer2026!`, `p@ssw0rd12345`.
  const core = bare(typed)
  if (typed.length - core.length > 10) return false
  return [core, unmasked(core), unmasked(typed)].some((text) => commonWords.has(text) || commonWords.has(once(text)))
}

/** A short common password, repeated or with up to ten digits and punctuation: `1q2w3e4r2026`, `abc123abc123`. */
function isStretched(typed: string) {
  if (commonStems.has(once(typed))) return true
  const before = /^[^\p{L}]*/u.exec(typed)![0].length
  for (let start = 0; start <= Math.min(before, 10); start++) {
    for (let length = 5; length < 10; length++) {
      if (!commonStems.has(typed.slice(start, start + length))) continue
      const rest = typed.length - length
      if (rest <= 10 && /^[^\p{L}]*$/u.test(typed.slice(start + length))) return true
    }
  }
  return false
}

/** A sequence: `aaaaaaaaaa`, `1234567890`, `abcdefghij`. Long ones are not an obvious guess. */
function isRow(typed: string) {
  if (typed.length > 20) return false
  const codes = [...typed].map((char) => char.codePointAt(0)!)
  const step = codes[1]! - codes[0]!
  return Math.abs(step) <= 1 && codes[0]! < 128 && codes.every((code, at) => at === 0 || code - codes[at - 1]! === step)
}

/** `dragondragon` is `dragon`. */
function once(text: string) {
  return text.replace(/^(.{4,}?)\1+$/u, '$1')
}

function unmasked(text: string) {
  return text.replace(/[013457@$!]/g, (char) => substitutes[char]!)
}

function letters(text: string) {
  return text.normalize('NFD').replace(/[^\p{L}]/gu, '')
}

/** Without digits and punctuation at both ends. */
function bare(typed: string) {
  return typed.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
}

/** Whether fewer than four letters remain without these words. */
function isMadeOf(reading: string, words: string[]) {
  const rest = words.reduce((text, word) => text.replaceAll(word, ''), reading)
  return rest !== reading && [...rest].length < 4
}

/** Longest first, so that a full name is matched before its parts. */
function knownWords({ name, email, organization }: PasswordOwner): string[] {
  const [account = '', domain = ''] = email.split('@')
  // Without the top-level domain: `com` occurs in too many words.
  const texts = [name, organization, account, domain.replace(/\.[^.]*$/, ''), domain, email]
  const parts = texts.slice(0, 4).flatMap((text) => text.split(/[^\p{L}\p{M}]+/u))
  const plain = [...texts, ...parts].map((word) => letters(word.normalize('NFKC').toLowerCase()))
  return [...new Set(plain)].filter((word) => [...word].length >= 3).sort((a, b) => b.length - a.length)
}
