import { describe, expect, it } from 'vitest'
import { beginningOf, readMessage, type Span } from './whatsapp-text.ts'

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
    ['𐐀*b*', '𐐀*b*'],
    ['*_a* b_', '[_a] b_'],
    ['**a*', '[*a]'],
    ['*a*b* c', '[a*b] c'],
    ['`a *b` c*', '«a *b» c*'],
    ['``````', '``````'],
    ['``a``', '`«a»`'],
    ['https://.', '<https://>.'],
    ['*a ```b\nc``` d*', '*a «b\nc» d*'],
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

describe('the beginning of a long text', () => {
  it.each([
    ['a short text', undefined],
    ['word '.repeat(190), undefined],
    ['word '.repeat(400), `${'word '.repeat(180).trimEnd()}…`],
    ['line\n'.repeat(15), undefined],
    ['a line\n'.repeat(40), `${'a line\n'.repeat(13)}a line…`],
    ['x'.repeat(5_000), `${'x'.repeat(860)}…`],
  ])('%#', (text, beginning) => {
    expect(beginningOf(text)).toBe(beginning)
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

describe('an untrusted text', () => {
  const hard: Record<string, string> = {
    'marks that begin and never end': '*a ',
    'marks of all kinds': '*_~a',
    'marks that end and never begin': 'a* ',
    'marks alone': '*',
    'two kinds that cross': '*a _b* c_ ',
    'fences that never end': '```',
    'ticks with breaks': '`a\n',
    'ticks apart': '` ',
    'fences and words': '``` a',
    'links and full stops': 'https://a.b......... ',
    'full stops within a link': '.',
    'begun links': 'www.',
    'short lines': 'a\n',
  }
  it.each(Object.entries(hard))('takes time linear in its length: %s', (_, piece) => {
    const steps = (length: number) => {
      const work = { steps: 0 }
      const start = piece === '.' ? 'https://a' : ''
      readMessage(start + piece.repeat(Math.ceil(length / piece.length)).slice(0, length), work)
      return work.steps
    }
    expect(steps(32_768)).toBeLessThan(2.2 * steps(16_384) + 1_000)
    expect(steps(32_768)).toBeGreaterThanOrEqual(16_384)
    expect(steps(32_768)).toBeLessThan(10 * 32_768)
  })

  it('parses like the former regular expressions', () => {
    // A generator with a fixed seed: the same texts in every run.
    let seed = 7
    const next = (most: number) => {
      seed = (seed * 48_271) % 2_147_483_647
      return seed % most
    }
    const pieces = ['*', '_', '~', '`', '```', 'a', 'é', ' ', '.', 'www.x', 'https://y', '1', '(', '😀']
    for (let round = 0; round < 3_000; round += 1) {
      const text = Array.from({ length: next(14) }, () => pieces[next(pieces.length)]).join('')
      const line = `a ${text}`
      expect([line, readMessage(line)[0]!.spans]).toEqual([line, plainly(line)])
    }
  })
})

/** The same rules as regular expressions: easy to read, but slow on hostile input. */
function plainly(text: string) {
  const expression =
    /```(?<block>[\s\S]+?)```|`(?<code>[^`\n]+)`|(?<link>(?:https?:\/\/|www\.)[^\s<>"]+)|(?<![\p{L}\p{N}])(?<mark>[*_~])(?=\S)(?<inner>.*?\S)\k<mark>(?![\p{L}\p{N}])/gu
  const kinds = { '*': 'bold', _: 'italic', '~': 'strike' } as const
  const spansOf = (line: string): Span[] => {
    const spans: Span[] = []
    let end = 0
    for (const match of line.matchAll(expression)) {
      const { block, code, link, mark, inner } = match.groups!
      if (match.index > end) spans.push({ kind: 'text', text: line.slice(end, match.index) })
      end = match.index + match[0].length
      if (mark && inner) spans.push({ kind: kinds[mark as keyof typeof kinds], spans: spansOf(inner) })
      else if (link) {
        const shown = link.replace(/[.,;:!?)'*_~\]]+$/, '')
        end -= link.length - shown.length
        spans.push({ kind: 'link', text: shown, href: shown.startsWith('www.') ? `https://${shown}` : shown })
      } else spans.push({ kind: 'mono', text: block ?? code ?? '' })
    }
    if (end < line.length) spans.push({ kind: 'text', text: line.slice(end) })
    return spans
  }
  return spansOf(text)
}
