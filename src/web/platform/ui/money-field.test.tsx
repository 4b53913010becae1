import { useState } from 'react'
import { expect, test } from 'vitest'
import { MoneyField } from './money-field.tsx'
import { button, render, screen, textbox } from './testing/render.tsx'

const decimals: Record<string, number> = { IDR: 0, USD: 2, KWD: 3 }

/** The field, together with an output of the value that it stores. */
function Amount({ from = '', start = 'USD' }: { from?: string; start?: string }) {
  const [value, setValue] = useState(from)
  const [currency, setCurrency] = useState(start)
  return (
    <>
      <MoneyField
        label="Commitment"
        value={value}
        onChange={setValue}
        currency={currency}
        decimals={decimals[currency]!}
        currencies={Object.keys(decimals)}
        onCurrency={setCurrency}
      />
      <output>{value}</output>
      <button type="button" onClick={() => setValue('7.00')}>
        Prefill
      </button>
    </>
  )
}

const stored = () => screen.getByRole('status').textContent

test('shorthand is stored as a full amount, and echoed', async () => {
  const { user } = render(<Amount start="IDR" />)
  await user.type(textbox('Commitment'), '10jt')
  expect(stored()).toBe('10000000')
  expect(document.body.textContent).toMatch(/10,000,000/)
})

test('an unreadable amount is no valid value, and is reported when the field is left', async () => {
  const { user } = render(<Amount />)
  await user.type(textbox('Commitment'), '1,5x')
  expect(stored()).toBe('? 1,5x')
  expect(document.body.textContent).not.toContain('Not a valid amount')
  await user.tab()
  expect(document.body.textContent).toContain('Not a valid amount')
})

test('too many decimals are reported while typing, and another currency may permit them', async () => {
  const { user } = render(<Amount />)
  await user.type(textbox('Commitment'), '1.125')
  expect(document.body.textContent).toContain('USD has at most 2 decimals.')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Currency of Commitment' }), 'KWD')
  expect(document.body.textContent).not.toContain('at most')
  expect(stored()).toBe('1.125')
})

test('a value that changes elsewhere replaces the typed text', async () => {
  const { user } = render(<Amount />)
  await user.type(textbox('Commitment'), '5')
  await user.click(button('Prefill'))
  expect(Number(textbox('Commitment').value)).toBe(7)
})
