import { expect, test, vi } from 'vitest'
import { emojisFor } from './emoji-names.ts'
import { EmojiPicker } from './emoji-picker.tsx'
import { button, render, screen } from './testing/render.tsx'

test.each([
  ['thank', '🙏'],
  ['terima kasih', '🙏'],
  ['CALEN', '📅'],
  ['lebaran', '🌙'],
  ['🏡', '🏡'],
])('emojis are found by the beginning of a word in English and Indonesian: %s', (search, sign) => {
  expect(emojisFor(search).map((emoji) => emoji.sign)).toContain(sign)
})

test('every emoji occurs once and has a name in both languages', () => {
  const all = emojisFor('')
  expect(all.length).toBeGreaterThan(150)
  expect(new Set(all.map(({ sign }) => sign)).size).toBe(all.length)
  expect(all.filter(({ name, words }) => !name || /undefined|\|/.test(words))).toEqual([])
  expect(emojisFor('no such thing')).toEqual([])
})

test('Enter in the search picks the first emoji found, and the picker closes', async () => {
  const onPick = vi.fn()
  const { user } = render(<EmojiPicker onPick={onPick} />)
  await user.click(button('Emoji'))
  await user.type(await screen.findByRole('searchbox', { name: 'Search emojis' }), 'rocket{Enter}')
  expect(onPick).toHaveBeenCalledExactlyOnceWith('🚀')
  expect(screen.queryByRole('searchbox')).toBeNull()
})

test('arrow keys move from the search through the emojis, and Escape returns to the button', async () => {
  const { user } = render(<EmojiPicker onPick={() => undefined} />)
  await user.click(button('Emoji'))
  await screen.findByRole('searchbox')
  await user.keyboard('{ArrowDown}')
  expect(document.activeElement).toBe(button('thank you'))
  await user.keyboard('{ArrowRight}')
  await user.keyboard('{Escape}')
  expect(document.activeElement).toBe(button('Emoji'))
})
