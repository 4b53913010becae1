// Finds errors in a template, with line and column, before anything is sent.

import { ForTag, LiquidError, type Template, type Token, TokenKind, TypeGuards, toValueSync, Value } from 'liquidjs'
import { type Message, message } from '../../../contract/messages/message.ts'
import { listedInvestments } from '../../../contract/template-language.ts'
import type { Customs } from './custom.ts'
import { filterNames, longest, tagNames } from './language.ts'
import { listsInvestments, unfitFilter, unknownVariable } from './references.ts'

export interface TemplateError {
  message: Message
  line: number | null
  column: number | null
}

// With these limits the slowest hostile template of the tests was rejected in 38 ms; without them, in 255 ms.
const maxParts = 300
const maxSteps = 5_000
const deepest = 10
const maxRepeats = 1_000

/** The first error of a template that could be parsed. */
export function findError(templates: Template[], customs: Customs): TemplateError | undefined {
  const seen: Scope = { customs, parts: 0, steps: 0, characters: 0, says: false, error: undefined }
  look(templates, 1, 1, seen)
  if (seen.error) return seen.error
  if (!seen.says) return nowhere(message('template.empty'))
  return unknownVariable(templates, customs)
}

/** The parser's error, reworded for authors. */
export function parseError(error: unknown): TemplateError {
  if (!LiquidError.is(error)) return nowhere(message('template.unparsable'))
  const said = (error.originalError?.message ?? error.message).replace(/, line:\d+, col:\d+$/, '')
  const [line, column] = error.token.getPosition() as [number, number]
  return { message: inWords(said), line, column }
}

export const nowhere = (said: Message): TemplateError => ({ message: said, line: null, column: null })

interface Scope {
  customs: Customs
  /** Tags, variables, filters and comparisons. */
  parts: number
  /** The same, multiplied by loop iterations. */
  steps: number
  /** Characters of the fixed text, multiplied by loop iterations. */
  characters: number
  /** Whether it produces any visible text. */
  says: boolean
  error: TemplateError | undefined
}

/** Walks the parts in order, tracking loop iterations, and stops at the first error. */
function look(templates: Template[], depth: number, repeats: number, seen: Scope) {
  for (const template of templates) {
    const { token } = template
    const text = TypeGuards.isHTMLToken(token) ? token.getContent() : ''
    const times = template instanceof ForTag ? repeats * lengthOf(template) : repeats
    const parts = partsOf(template)
    seen.parts += parts
    seen.steps += parts * repeats
    seen.characters += text.length * repeats
    seen.says ||= text.trim() !== '' || TypeGuards.isOutputToken(token)
    const limits: [boolean, Message][] = [
      [Number.isNaN(times), loopOver],
      [times > maxRepeats, message('template.too_many_loops', { count: maxRepeats })],
      [seen.parts > maxParts, message('template.too_many_parts', { count: maxParts })],
      [seen.steps > maxSteps, message('template.too_many_repetitions')],
      [seen.characters > longest, tooLong],
      [depth > deepest, message('template.too_deep', { count: deepest })],
    ]
    const broken = limits.find(([over]) => over)
    const unfit = unfitFilter(template, seen.customs)
    seen.error =
      strayBraces(token, text) ??
      brokenExpression(template) ??
      (broken ? at(token, broken[1]) : undefined) ??
      (unfit ? at(token, unfit) : undefined)
    if (seen.error) return
    if (template.children) look(toValueSync(template.children(false, true)) as Template[], depth + 1, times, seen)
    if (seen.error) return
  }
}

const loopOver = message('template.loop_source')
export const tooLong = message('template.too_long', { count: longest })

function partsOf(template: Template): number {
  // Every output has a filter of ours that writes it.
  let parts = TypeGuards.isTagToken(template.token) ? 1 : TypeGuards.isOutputToken(template.token) ? -1 : 0
  for (const argument of template.arguments?.() ?? []) {
    parts += argument instanceof Value ? argument.initial.postfix.length + argument.filters.length : 1
  }
  return parts
}

/** Maximum iterations of a loop; NaN if not given as literal numbers. */
function lengthOf(loop: ForTag): number {
  const { collection } = loop
  if (listsInvestments(loop)) {
    const { limit } = loop.hash.hash
    // A negative limit counts from the end: almost all items.
    const isCount = limit && TypeGuards.isNumberToken(limit) && limit.content >= 0
    return isCount ? Math.min(limit.content, listedInvestments.most) : listedInvestments.most
  }
  if (!TypeGuards.isRangeToken(collection)) return Number.NaN
  const { lhs, rhs } = collection
  if (!TypeGuards.isNumberToken(lhs) || !TypeGuards.isNumberToken(rhs)) return Number.NaN
  return Math.max(0, rhs.content - lhs.content + 1)
}

function strayBraces(token: Token, text: string): TemplateError | undefined {
  const stray = /\}\}|%\}/.exec(text)
  if (!stray) return undefined
  const before = token.input.slice(0, token.begin + stray.index)
  const line = before.split('\n').length
  return {
    message: message('template.never_opened', { tag: stray[0] }),
    line,
    column: before.length - before.lastIndexOf('\n'),
  }
}

/** `{{ a b }}` and `{% if a == %}`: the parser accepts them and silently drops a half. */
function brokenExpression(template: Template): TemplateError | undefined {
  for (const argument of template.arguments?.() ?? []) {
    if (!(argument instanceof Value)) continue
    let operands = 0
    for (const token of argument.initial.postfix) {
      if (token.kind !== TokenKind.Operator) operands += 1
      else if (token.getText() !== 'not') operands -= 1
      if (operands < 1) return at(template.token, message('template.incomplete', { tag: template.token.getText() }))
    }
    if (operands !== 1) return at(template.token, message('template.pipe_missing', { tag: template.token.getText() }))
  }
  return undefined
}

function at(token: Token, said: Message): TemplateError {
  const [line, column] = token.getPosition() as [number, number]
  return { message: said, line, column }
}

const words: [RegExp, (found: RegExpExecArray) => Message][] = [
  [
    /^undefined filter: (.*)$/s,
    ([, name = '']) => message('template.unknown_filter', { name, names: filterNames.join(', ') }),
  ],
  [/^tag "(else|elsif|when|end\w+)" not found$/, ([, name = '']) => message('template.no_opening_tag', { tag: name })],
  [/^tag "(.*)" not found$/s, ([, name = '']) => message('template.unknown_tag', { name, names: tagNames.join(', ') })],
  [/^tag (\{%.*%\}) not closed$/s, ([, tag = '']) => message('template.no_closing_tag', { tag })],
  [/^(?:output|tag|raw) "(.*)" not closed$/s, ([, text = '']) => message('template.not_closed', { tag: text })],
  [/^invalid value expression: ""$/, () => message('template.braces_empty')],
  [/^invalid value expression: (.*)$/s, ([, text = '']) => message('template.not_variable', { text })],
  [/^expected ":" after filter name$/, () => message('template.colon_missing')],
  [/^expected "\|" before filter$/, () => message('template.unexpected_text')],
]

function inWords(said: string): Message {
  for (const [pattern, tell] of words) {
    const match = pattern.exec(said)
    if (match) return tell(match)
  }
  return message('template.invalid_expression', { text: said })
}
