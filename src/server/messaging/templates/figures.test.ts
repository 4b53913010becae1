import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { templateFilters, templateVariables } from '../../../contract/template-language.ts'
import { filterSamples } from '../../../contract/template-samples.ts'
import { compile } from './rendering.ts'
import { sampleValues } from './samples.ts'
import type { TemplateValues } from './values.ts'

const idr = (amount: string) => ({ currency: 'IDR', amount })
const usd = (amount: string) => ({ currency: 'USD', amount })

function rendered(body: string, values: Partial<TemplateValues> = {}) {
  const compiled = compile(body)
  if (!compiled.ok) throw new Error(compiled.error.message.code)
  return compiled.recipe.render({ ...sampleValues, ...values })
}
const text = (body: string, values: Partial<TemplateValues> = {}) => {
  const answer = rendered(body, values)
  return answer.ok ? answer.text : answer
}

describe('amounts', () => {
  it.each<[string, string, { currency: string; amount: string }[], string]>([
    ['en', '{{ investor.funded }}', [idr('500000000.00'), usd('10000.00')], 'IDR 500,000,000 + USD 10,000'],
    ['id', '{{ investor.funded | money }}', [idr('500000000.00'), usd('10000.00')], 'IDR 500.000.000 + USD 10.000'],
    ['pt-BR', '{{ investor.funded }}', [{ currency: 'BRL', amount: '1234567.80' }], 'BRL 1.234.567,80'],
    ['de', '{{ investor.funded }}', [usd('1234.50')], '1.234,50 USD'],
    ['hi', '{{ investor.funded }}', [{ currency: 'INR', amount: '12345678.00' }], 'INR 1,23,45,678'],
    ['en', '{{ investor.funded }}', [idr('9999999999999.99')], 'IDR 9,999,999,999,999.99'],
    ['en', '{{ investor.funded }}', [{ currency: 'KWD', amount: '0.001' }], 'KWD 0.001'],
    ['en', '{{ investor.funded }}', [{ currency: 'JPY', amount: '5000' }], 'JPY 5,000'],
    ['en', '{{ investor.funded }}', [idr('0.00'), usd('10.00')], 'USD 10'],
    ['en', '{{ investor.funded }}', [idr('0.00')], 'IDR 0'],
    ['en', '{{ investor.funded }}', [usd('-250.00')], '-USD 250'],
    ['id', '{{ investor.funded | money: "symbol" }}', [idr('500000000.00')], 'Rp 500.000.000'],
    ['en', '{{ investor.funded | money: "symbol" }}', [usd('10000.00')], '$10,000'],
    ['en', '{{ investor.funded | default: "nothing" | money }}', [], 'nothing'],
    ['en', '{{ investor.funded | default: "nothing" | money: "symbol" }}', [usd('1.00')], '$1'],
    ['en', '{{ investor.funded | append: "!" }}', [usd('1.00')], 'USD 1!'],
  ])('in %s: %s', (locale, body, funded, expected) => {
    expect(text(body, { locale, investor: { funded } })).toBe(expected)
  })

  it('keep every digit, in any language', () => {
    const amount = fc
      .tuple(fc.bigInt({ min: 0n, max: 10n ** 18n - 1n }), fc.integer({ min: 0, max: 99 }))
      .map(([whole, cents]) => `${whole}.${String(cents).padStart(2, '0')}`)
    fc.assert(
      fc.property(amount, fc.constantFrom('en', 'id', 'pt-BR', 'de', 'fr'), (funded, locale) => {
        const shown = String(text('{{ investor.funded }}', { locale, investor: { funded: [usd(funded)] } }))
        const digits = funded.replace(/\.00$/, '').replace('.', '')
        expect(shown.replace(/\D/g, '').replace(/^0+(?=\d)/, '')).toBe(digits.replace(/^0+(?=\d)/, ''))
      }),
    )
  })

  it.each<[string, { currency: string; amount: string }[], boolean]>([
    ['investor.funded > 0', [usd('0.01')], true],
    ['investor.funded > 0', [usd('0.00')], false],
    ['investor.funded > 0', [idr('0.00'), usd('1.00')], true],
    ['investor.funded == 0', [idr('0.00'), usd('0.00')], true],
    ['investor.funded == 0', [usd('0.00')], true],
    ['investor.funded != 0', [usd('0.00')], false],
    ['0 < investor.funded', [usd('5.00')], true],
    ['investor.funded >= 500000000', [idr('500000000.00')], true],
    ['investor.funded > 500000000', [idr('500000000.00')], false],
    ['investor.funded > 9007199254740992', [idr('9007199254740993.00')], true],
    ['investor.funded > investor.committed', [idr('500000000.00')], false],
    ['investor.funded < investor.committed', [idr('500000000.00')], true],
    ['investor.funded', [usd('0.00')], true],
    ['investor.funded > 0', [], false],
    ['investor.funded == 0', [], false],
    ['investor.funded > "much"', [usd('1.00')], false],
    ['investor.funded == nil', [usd('1.00')], false],
  ])('compared: %s', (condition, funded, expected) => {
    const investor = { funded, committed: [idr('750000000.00')] }
    expect(text(`{% if ${condition} %}yes{% else %}no{% endif %}`, { investor })).toBe(expected ? 'yes' : 'no')
  })

  it.each(['investor.funded > 10', 'investor.funded > investor.committed', 'investment.funded < investor.funded'])(
    'in different currencies are not compared: %s',
    (condition) => {
      expect(rendered(`{% if ${condition} %}yes{% else %}no{% endif %}`)).toEqual({
        ok: false,
        missing: [],
        error: { code: 'template.currencies_differ', params: {} },
      })
    },
  )
})

describe('days', () => {
  it.each([
    ['en', '{{ investment.next_due_on | date: "%-d %B" }}', '5 December'],
    ['id', '{{ investment.next_due_on | date: "%-d %B" }}', '5 Desember'],
    ['ru', '{{ investment.next_due_on | date: "%-d %B" }}', '5 декабря'],
    ['pt-BR', '{{ investment.next_due_on | date: "%d de %B de %Y" }}', '05 de dezembro de 2026'],
    ['zh', '{{ investment.next_due_on | date: "%B%-d日" }}', '十二月5日'],
    ['th', '{{ investment.next_due_on | date: "%Y" }}', '2026'],
    ['en', '{{ investment.next_due_on | date: "%a %d/%m/%y, %e %b %%" }}', 'Sat 05/12/26, 5 Dec %'],
    ['en', '{{ investment.next_due_on }}', 'December 5, 2026'],
    ['id', '{{ investment.next_due_on | date }}', '5 Desember 2026'],
    ['en', '{{ investment.next_due_on | default: "soon" | date: "%Y" }}', '2026'],
  ])('in %s: %s', (locale, body, expected) => {
    expect(text(body, { locale })).toBe(expected)
  })

  it.each([
    ['investment.next_due_on < organization.today', 'no'],
    ['investment.next_due_on > organization.today', 'yes'],
    ['investment.next_due_on == "2026-12-05"', 'yes'],
    ['investment.next_due_on <= "2026-12-04"', 'no'],
    ['investment.next_due_on > "soon"', 'no'],
  ])('compared: %s', (condition, expected) => {
    expect(text(`{% if ${condition} %}yes{% else %}no{% endif %}`)).toBe(expected)
  })
})

it.each([
  ['en', '{{ offering.percent_committed }}', '82.5'],
  ['id', '{{ offering.percent_committed }}', '82,5'],
  ['id', '{{ offering.percent_committed | percent }}', '82,5%'],
  ['id', '{{ investment.units | number }}', '1.500'],
  ['en', '{% if offering.percent_committed > 82.4 %}yes{% endif %}', 'yes'],
  ['en', '{% if offering.percent_committed == 82.5 %}yes{% endif %}', 'yes'],
])('numbers in %s: %s', (locale, body, expected) => {
  expect(text(body, { locale })).toBe(expected)
})

describe('investments', () => {
  const list = '{% for investment in investments %}- {{ investment.offering }}: {{ investment.funded }}\n{% endfor %}'

  it('are listed one after the other, each in its own currency', () => {
    expect(text(list)).toBe('- Villa Canggu: IDR 250,000,000\n- Seed round: USD 15,000')
    expect(text(`${list}First: {{ investment.title }}`)).toMatch(/First: .*Villa Canggu$/)
    expect(text('{% for i in investments limit:1 %}{{ i.reference }}{% endfor %}')).toBe('INV-0031')
    expect(text('{% for i in investments reversed %}{{ i.reference }} {% endfor %}')).toBe('INV-0044 INV-0031')
  })

  it('of a contact without any', () => {
    const nobody = { investments: [], investor: null, offering: null }
    expect(text(`${list}That is all.`, nobody)).toBe('That is all.')
    expect(text('{% for i in investments %}a{% else %}none{% endfor %}', nobody)).toBe('none')
    expect(text('{% if investor.name %}a{% else %}none{% endif %}', nobody)).toBe('none')
    expect(text('{{ investor.name }} {{ investment.title }} {{ offering.name }}', nobody)).toEqual({
      ok: false,
      missing: ['investor.name', 'investment.title', 'offering.name'],
    })
  })

  it('with a gap prevent the message', () => {
    const investments = [{ offering: 'Villa', funded: [usd('1.00')] }, { funded: [usd('2.00')] }]
    expect(text(list, { investments })).toEqual({ ok: false, missing: ['investment.offering'] })
  })

  it('are at most 50', () => {
    const investments = Array.from({ length: 60 }, (_, index) => ({ reference: `${index}` }))
    expect(text('{% for i in investments %}x{% endfor %}', { investments })).toBe('x'.repeat(50))
  })
})

it.each(templateFilters.map(({ name, example }) => [name, example, filterSamples[name]]))(
  'the example of “%s” renders as documented',
  (_, example, gives) => {
    expect(text(example)).toBe(gives)
  },
)

it.each(templateVariables.map(({ path }) => path))('{{ %s }} has a sample and a gap', (path) => {
  expect(text(`{{ ${path} }}`)).toMatch(/\S/)
  const nothing = { contact: {}, organization: {}, investor: null, investments: [], offering: null }
  expect(text(`{{ ${path} }}`, nothing)).toEqual({ ok: false, missing: [path] })
})
