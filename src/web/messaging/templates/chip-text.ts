// The words on a chip: the variable's name with an example of its format, or a condition or loop in plain words.
import { type TemplateVariable, templateVariable, templateVariables } from '../../../contract/template-language.ts'
import { locale } from '../../platform/lib/format.ts'
import { dateFormat, numberFormat } from '../../platform/lib/formats.ts'
import { decimal } from '../../platform/lib/money.ts'
import { t } from '../../platform/lib/text.ts'
import { type Chip, chipOf, type Piece, unquoted } from './chips.ts'
import { type CustomVariable, sampleOf, sampleText, variableName } from './variable-text.ts'

export interface ChipText {
  label: string
  /** An example of the format, and the fallback. */
  detail?: string
  kind: 'variable' | 'block' | 'code'
}

/** What is written on the chip. */
export const chipLabel = ({ label, detail }: ChipText) => (detail === undefined ? label : `${label} · ${detail}`)

/** Shown in the empty field. */
export const emptyText = () => t('Write the message. Type / to insert a variable.')

export function chipText(
  { kind, source }: Pick<Piece, 'kind' | 'source'>,
  customs: readonly CustomVariable[] = [],
): ChipText {
  if (kind === 'tag') return tagText(source, customs)
  const chip = chipOf(source)
  const variable = chip && variableAt(chip.path, customs)
  if (!chip || !variable) return { label: source, kind: 'code' }
  const name = variableName(chip.path, customs)
  const fallback = fallbackText(chip, customs)
  const label = chip.fallback ? t('{variable} or {fallback}', { variable: name, fallback }) : name
  return { label, detail: formatDetail(variable, chip.format), kind: 'variable' }
}

export const variableAt = (path: string, customs: readonly CustomVariable[]): TemplateVariable | undefined =>
  templateVariables.find((variable) => variable.path === path) ?? customs.find((variable) => variable.path === path)

function fallbackText({ fallback = '' }: Chip, customs: readonly CustomVariable[]): string {
  const text = unquoted(fallback)
  return text === undefined ? variableName(fallback, customs) : t('“{text}”', { text })
}

export interface Format {
  /** The Liquid filters, such as `date: "%-d %B"`. */
  format: string
  example: string
}

/** The formats to choose from, each with the sample value as an example. The first is the default. */
export function formatsOf(variable: TemplateVariable): Format[] {
  const sample = sampleText(variable)
  const { path, kind } = variable
  if (kind === 'day') {
    const patterns = ['%-d %B %Y', '%-d %B', '%-d %b %Y', '%A, %-d %B %Y', '%d/%m/%Y', '%d.%m.%Y', '%B %Y']
    return patterns.map((pattern) => ({ format: `date: "${pattern}"`, example: dayText(sampleDay(variable), pattern) }))
  }
  if (kind === 'money')
    return [
      { format: 'money', example: sample },
      {
        format: 'money: "symbol"',
        example: sample.replaceAll('IDR ', symbolOf('IDR')).replaceAll('USD ', symbolOf('USD')),
      },
    ]
  if (kind === 'percent')
    return [
      { format: 'percent', example: sample },
      { format: 'number', example: decimal(String(sampleOf(variable))) },
    ]
  if (kind === 'number') return [{ format: 'number', example: sample }]
  return [
    { format: '', example: sample },
    ...(path === 'contact.name' ? [{ format: 'split: " " | first', example: sample.split(' ')[0]! }] : []),
    { format: 'upcase', example: sample.toLocaleUpperCase() },
  ]
}

/** Undefined for the default format, which needs no explanation. */
function formatDetail(variable: TemplateVariable, format: string): string | undefined {
  const { kind } = variable
  const pattern = /^date: "([^"]*)"$/.exec(format)?.[1]
  if (kind === 'day')
    return pattern === undefined ? format || sampleText(variable) : dayText(sampleDay(variable), pattern)
  if (format === 'money: "symbol"') return symbolOf('IDR').trim()
  const [usual, ...others] = formatsOf(variable)
  if (format === usual!.format || format === '' || (kind === 'money' && format === 'money')) return undefined
  return others.find((each) => each.format === format)?.example ?? format
}

const sampleDay = (variable: TemplateVariable) => String(sampleOf(variable))

function symbolOf(currency: string): string {
  const parts = numberFormat(locale(), { style: 'currency', currency, currencyDisplay: 'narrowSymbol' }).formatToParts(
    1,
  )
  const symbol = parts.find(({ type }) => type === 'currency')!.value
  return symbol.length > 1 ? `${symbol} ` : symbol
}

/** Writes a day as the server would; see `figures.ts`. */
function dayText(day: string, pattern: string): string {
  const part = (type: Intl.DateTimeFormatPartTypes, options: Intl.DateTimeFormatOptions) =>
    dateFormat(locale(), { day: 'numeric', ...options, timeZone: 'UTC' })
      .formatToParts(new Date(day))
      .find((each) => each.type === type)!.value
  const [year = '', month = '', date = ''] = day.split('-')
  const tokens: Record<string, () => string> = {
    d: () => date,
    '-d': () => String(Number(date)),
    m: () => month,
    '-m': () => String(Number(month)),
    Y: () => year,
    y: () => year.slice(2),
    B: () => part('month', { month: 'long' }),
    b: () => part('month', { month: 'short' }),
    A: () => part('weekday', { weekday: 'long' }),
    a: () => part('weekday', { weekday: 'short' }),
  }
  return pattern.replace(/%(-?[a-zA-Z])/g, (whole, token: string) => tokens[token]?.() ?? whole)
}

function tagText(source: string, customs: readonly CustomVariable[]): ChipText {
  const inner = /^\{%-?\s*([\s\S]*?)\s*-?%\}$/.exec(source)?.[1] ?? ''
  const words = tagWords(inner, customs)
  return words === undefined ? { label: source, kind: 'code' } : { label: words, kind: 'block' }
}

/** Describes the conditions and loops that users insert with the picker. Undefined for other Liquid tags, which are shown as code. */
function tagWords(inner: string, customs: readonly CustomVariable[]): string | undefined {
  if (inner === 'else') return t('Otherwise')
  if (inner === 'endif') return t('End of condition')
  if (inner === 'endfor') return t('End of list')
  if (/^for investment in investments$/.test(inner)) return t('For each investment')
  const most = /^for investment in investments limit: ?(\d+)$/.exec(inner)?.[1]
  if (most) return t('For the first {count} investments', { count: most })
  const condition = /^(?:els)?if ([\w.]+)(?: (==|!=|>=|<=|>|<) ([\w.-]+|"[^"]*"))?$/.exec(inner)
  const path = condition?.[1] ?? ''
  if (!condition || !templateVariable(path, customs)) return undefined
  const variable = variableName(path, customs)
  const [, , sign, raw = ''] = condition
  if (!sign && variableAt(path, customs)?.kind === 'yes_no') return t('Only if {condition}', { condition: variable })
  if (!sign) return t('Only if {variable} has a value', { variable })
  const signs: Record<string, string> = { '==': '=', '!=': '≠', '>=': '≥', '<=': '≤' }
  const value = templateVariable(raw, customs) ? variableName(raw, customs) : (unquoted(raw) ?? raw)
  return t('Only if {condition}', { condition: `${variable} ${signs[sign] ?? sign} ${value}` })
}
