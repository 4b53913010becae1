import { describe, expect, it } from 'vitest'
import { readMessage, type Span } from './whatsapp-text.ts'

// [bold], {italic}, (strike), «mono», <link>
function show(span: Span): string {
  if ('spans' in span) {
    const [open, close] = { bold: '[]', italic: '{}', strike: '()' }[span.kind]
    return open + span.spans.map(show).join('') + close
  }
  return { text: span.text, mono: `«${span.text}»`, link: `<${span.text}>` }[span.kind]
}

describe('formatting within a line', () => {
  it.each([
    ['plain', 'plain'],
    ['*bold*', '[bold]'],
    ['a *b c* d', 'a [b c] d'],
    ['_italic_, ~gone~!', '{italic}, (gone)!'],
    ['*_both_*', '[{both}]'],
    ['_*~all~*_', '{[(all)]}'],
    ['*two* *bolds*', '[two] [bolds]'],
    ['(*inside*)', '([inside])'],
    ['snake_case_name', 'snake_case_name'],
    ['2 * 3 * 4', '2 * 3 * 4'],
    ['*not closed', '*not closed'],
    ['a * spaced *', 'a * spaced *'],
    ['*é*é', '*é*é'],
    ['**', '**'],
    ['`code *x*`', '«code *x*»'],
    ['```mono *x*``` after', '«mono *x*» after'],
    ['```one\ntwo``` after', '«one\ntwo» after'],
    ['``` only two', '``` only two'],
    ['see https://kabar.example/a_b_c?x=1&y=2.', 'see <https://kabar.example/a_b_c?x=1&y=2>.'],
    ['(www.example.com)', '(<www.example.com>)'],
    ['*https://example.com*', '[<https://example.com>]'],
    ['javascript:alert(1) <b>x</b> &amp;', 'javascript:alert(1) <b>x</b> &amp;'],
  ])('%j', (text, shown) => {
    const lines = readMessage(text)
    expect(lines).toHaveLength(1)
    expect(lines[0]!.spans.map(show).join('')).toBe(shown)
  })
})

describe('lines', () => {
  it('keep empty lines', () => {
    expect(readMessage('a\n\nb').map(({ spans }) => spans.map(show).join(''))).toEqual(['a', '', 'b'])
  })

  it('do not share marks', () => {
    expect(readMessage('*a\nb*').flatMap(({ spans }) => spans.map(show))).toEqual(['*a', 'b*'])
  })

  it('may be items and quotes', () => {
    const lines = readMessage('- one\n* *two*\n12. three\n> said\n-none\n1.5 litres')
    expect(lines.map(({ kind, marker, spans }) => [kind, marker, spans.map(show).join('')])).toEqual([
      ['bullet', '•', 'one'],
      ['bullet', '•', '[two]'],
      ['number', '12.', 'three'],
      ['quote', '', 'said'],
      ['plain', '', '-none'],
      ['plain', '', '1.5 litres'],
    ])
  })

  it('of links lead only to the web', () => {
    const links = readMessage('www.example.com http://a.b').flatMap(({ spans }) => spans)
    expect(links.filter((span) => span.kind === 'link').map(({ href }) => href)).toEqual([
      'https://www.example.com',
      'http://a.b',
    ])
  })
})
