// Finds mistakes in a template, with line and column, before anything is sent.
import { ForTag, LiquidError, type Template, type Token, TokenKind, TypeGuards, toValueSync, Value } from 'liquidjs'
import { listedInvestments } from '../../contract/template-language.ts'
import { filterNames, longest, tagNames } from './language.ts'
import { listsInvestments, unfitFilter, unknownVariable } from './references.ts'

export interface Mistake {
  message: string
  line: number | null
  column: number | null
}

// With these limits the slowest hostile template of the tests was rejected in 38 ms; without them, in 255 ms.
const maxParts = 300
const maxSteps = 5_000
const deepest = 10
const maxRepeats = 1_000

/** The first mistake of a template that could be parsed. */
export function findMistake(templates: Template[]): Mistake | undefined {
  const seen: Scope = { parts: 0, steps: 0, characters: 0, says: false, mistake: undefined }
  look(templates, 1, 1, seen)
  if (seen.mistake) return seen.mistake
  if (!seen.says) return nowhere('The message is empty. Write something.')
  return unknownVariable(templates)
}

/** The parser's error, reworded for authors. */
export function parseMistake(error: unknown): Mistake {
  if (!LiquidError.is(error)) return nowhere('This template cannot be parsed. Simplify it.')
  const said = (error.originalError?.message ?? error.message).replace(/, line:\d+, col:\d+$/, '')
  const [line, column] = error.token.getPosition() as [number, number]
  return { message: inWords(said), line, column }
}

export const nowhere = (message: string): Mistake => ({ message, line: null, column: null })

interface Scope {
  /** Tags, variables, filters and comparisons. */
  parts: number
  /** The same, multiplied by loop iterations. */
  steps: number
  /** Characters of the fixed text, multiplied by loop iterations. */
  characters: number
  /** Whether it produces any visible text. */
  says: boolean
  mistake: Mistake | undefined
}

/** Walks the parts in order, tracking loop iterations, and stops at the first mistake. */
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
    const limits: [boolean, string][] = [
      [Number.isNaN(times), loopOver],
      [times > maxRepeats, `Loops may repeat at most ${maxRepeats} times in total.`],
      [seen.parts > maxParts, `A template may have at most ${maxParts} variables, tags and filters.`],
      [seen.steps > maxSteps, 'Too many repetitions: shorten the loop or its content.'],
      [seen.characters > longest, tooLong],
      [depth > deepest, `Tags may be nested at most ${deepest} levels deep.`],
    ]
    const broken = limits.find(([over]) => over)
    const unfit = unfitFilter(template)
    seen.mistake =
      strayBraces(token, text) ??
      brokenExpression(template) ??
      (broken ? at(token, broken[1]) : undefined) ??
      (unfit ? at(token, unfit) : undefined)
    if (seen.mistake) return
    if (template.children) look(toValueSync(template.children(false, true)) as Template[], depth + 1, times, seen)
    if (seen.mistake) return
  }
}

const loopOver =
  'A loop can repeat over numbers, {% for i in (1..3) %}, or over the investments, {% for investment in investments %}.'
export const tooLong = `The message may have at most ${longest.toLocaleString('en')} characters.`

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

function strayBraces(token: Token, text: string): Mistake | undefined {
  const stray = /\}\}|%\}/.exec(text)
  if (!stray) return undefined
  const before = token.input.slice(0, token.begin + stray.index)
  const line = before.split('\n').length
  return {
    message: `“${stray[0]}” closes a tag that was never opened.`,
    line,
    column: before.length - before.lastIndexOf('\n'),
  }
}

/** `{{ a b }}` and `{% if a == %}`: the parser accepts them and silently drops a half. */
function brokenExpression(template: Template): Mistake | undefined {
  for (const argument of template.arguments?.() ?? []) {
    if (!(argument instanceof Value)) continue
    let operands = 0
    for (const token of argument.initial.postfix) {
      if (token.kind !== TokenKind.Operator) operands += 1
      else if (token.getText() !== 'not') operands -= 1
      if (operands < 1) return at(template.token, `Something is missing in “${template.token.getText()}”.`)
    }
    if (operands !== 1) return at(template.token, `Something is missing in “${template.token.getText()}”, such as “|”.`)
  }
  return undefined
}

function at(token: Token, message: string): Mistake {
  const [line, column] = token.getPosition() as [number, number]
  return { message, line, column }
}

const words: [RegExp, (found: RegExpExecArray) => string][] = [
  [/^undefined filter: (.*)$/s, ([, name]) => `There is no filter “${name}”. Available: ${filterNames.join(', ')}.`],
  [/^tag "(else|elsif|when|end\w+)" not found$/, ([, name]) => `“${name}” has no opening tag.`],
  [/^tag "(.*)" not found$/s, ([, name]) => `There is no tag “${name}”. Available: ${tagNames.join(', ')}.`],
  [/^tag (\{%.*%\}) not closed$/s, ([, tag]) => `${tag} has no closing tag.`],
  [/^(?:output|tag|raw) "(.*)" not closed$/s, ([, text]) => `“${text}” is not closed: braces or quotes are missing.`],
  [/^invalid value expression: ""$/, () => 'There is nothing between the braces.'],
  [/^invalid value expression: (.*)$/s, ([, text]) => `${text} is not a variable.`],
  [/^expected ":" after filter name$/, () => 'A colon is missing after the name of the filter.'],
  [/^expected "\|" before filter$/, () => 'Unexpected text: a filter begins with “|”, a comparison is “==”.'],
]

function inWords(said: string): string {
  for (const [pattern, tell] of words) {
    const match = pattern.exec(said)
    if (match) return tell(match)
  }
  return `Invalid expression: ${said}.`
}
