import { expect, test } from 'vitest'
import { renderEmail } from './email.ts'

const letter = {
  to: { name: 'Ayu <b>', address: 'ayu@example.com' },
  subject: 'Subject',
  paragraphs: ['First & foremost.', 'Second.'],
}

test('an email has the same content as text and HTML, with the link after the first paragraph', () => {
  const { text, html } = renderEmail({ ...letter, link: { label: 'Open it', url: 'https://kabar.example/x?a=1&b=2' } })
  expect(text).toBe('Hello Ayu <b>,\n\nFirst & foremost.\n\nhttps://kabar.example/x?a=1&b=2\n\nSecond.\n')
  expect(html).toContain(
    '<p>First &#38; foremost.</p>\n<p><a href="https://kabar.example/x?a=1&#38;b=2">Open it</a></p>\n<p>https://kabar.example/x?a=1&#38;b=2</p>\n<p>Second.</p>',
  )
})

test('names are escaped in HTML', () => {
  expect(renderEmail(letter).html).toContain('<p>Hello Ayu &#60;b&#62;,</p>')
  expect(renderEmail(letter).html).not.toContain('<b>')
})
