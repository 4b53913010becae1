// Checks that a template only uses existing variables, and only with filters that fit them.

import { ForTag, type Template, TypeGuards, toValueSync, Value, type Variable } from 'liquidjs'
import { type Message, message } from '../../../contract/messages/message.ts'
import {
  listedInvestments,
  type TemplateVariable,
  templateFilters,
  templateVariables,
} from '../../../contract/template-language.ts'
import type { Customs } from './custom.ts'
import { longestFormat, strangeTokens } from './figures.ts'
import { formatTooLong, liquid } from './language.ts'
import type { Root } from './values.ts'

export interface Fault {
  message: Message
  line: number
  column: number
}

const variablesByPath = new Map<string, TemplateVariable>(
  templateVariables.map((variable) => [variable.path, variable]),
)

/** `{% for … in investments %}`, with or without a limit. */
export const listsInvestments = (template: Template): template is ForTag =>
  template instanceof ForTag && template.collection.getText() === listedInvestments.path

/** The first unknown variable, in the order of the text. */
export function unknownVariable(templates: Template[], customs: Customs): Fault | undefined {
  const loops = loopsIn(templates)
  const inHeads = new Set(loops.map(({ collection }) => place(...(collection.getPosition() as [number, number]))))
  const faults = globalsOf(templates)
    .filter(({ segments }) => !isKnown(segments, customs))
    .filter(({ segments, location }) => !(isList(segments) && inHeads.has(place(location.row, location.col))))
    .map((variable) => faultOf(variable, variable.toString(), customs))
  for (const { variable: name, templates: repeated } of loops)
    for (const variable of globalsOf(repeated).filter(({ segments }) => segments[0] === name)) {
      const path = [listedInvestments.of, ...variable.segments.slice(1)]
      if (!isKnown(path, customs)) faults.push(faultOf(variable, path.join('.'), customs))
    }
  return faults.sort((a, b) => a.line - b.line || a.column - b.column)[0]
}

/** The fields a template uses, by subject. Inside a loop over investments the subject is `investments`. */
export function namedFields(templates: Template[]): Map<Root, Set<string>> {
  const named = new Map<Root, Set<string>>()
  const add = (root: Root, field: string | undefined) => {
    const fields = named.get(root) ?? new Set()
    if (field !== undefined) fields.add(field)
    named.set(root, fields)
  }
  for (const { segments } of globalsOf(templates)) add(segments[0] as Root, segments[1]?.toString())
  for (const { variable: name, templates: repeated } of loopsIn(templates))
    for (const { segments } of globalsOf(repeated))
      if (segments[0] === name) add(listedInvestments.path, segments[1]?.toString())
  return named
}

const place = (row: number, column: number) => `${row}:${column}`
const isList = (segments: Variable['segments']) => segments.length === 1 && segments[0] === listedInvestments.path
const isKnown = (segments: readonly unknown[], { variables }: Customs) => {
  const path = segments.join('.')
  return segments.length === 2 && (variablesByPath.has(path) || variables.get(path)?.field.is_deleted === false)
}

const globalsOf = (templates: Template[]) =>
  Object.values(liquid.analyzeSync(templates, { partials: false }).globals).flat()

function loopsIn(templates: Template[]): ForTag[] {
  return templates.flatMap((template) => [
    ...(listsInvestments(template) ? [template] : []),
    ...(template.children ? loopsIn(toValueSync(template.children(false, true)) as Template[]) : []),
  ])
}

function faultOf({ segments, location }: Variable, name: string, { variables }: Customs): Fault {
  const deleted = variables.get(name)
  const meant = nearest(name, [...variablesByPath.keys(), ...variables.keys()])
  const unknown = deleted
    ? message('template.custom_field_deleted', { name: deleted.label })
    : meant
      ? message('template.unknown_variable_hint', { name, other: meant })
      : message('template.unknown_variable', { name })
  return {
    message: isList(segments) ? message('template.loop_needed') : unknown,
    line: location.row,
    column: location.col,
  }
}

const dateTokens = '%d, %-d, %m, %-m, %b, %B, %y, %Y, %a, %A'

/** The same field of another subject, or the most similar name. */
function nearest(name: string, paths: string[]): string | undefined {
  if (name.length > 60) return undefined
  const [subject = '', ...rest] = name.toLowerCase().split('.')
  const field = rest.at(-1) ?? subject
  const same = paths.filter((path) => path.endsWith(`.${field}`))
  const whole = rest.length > 0
  const close = paths
    .map((path) => ({ path, far: distance(whole ? path : path.split('.')[1]!, whole ? name.toLowerCase() : field) }))
    .filter(({ far }) => far <= Math.min(3, Math.ceil(field.length / 3)))
    .sort((a, b) => a.far - b.far)[0]
  const begun = paths.find((path) => path.startsWith(`${subject}.${field}`) || path === `${subject}.name`)
  return same.find((path) => path.startsWith(`${subject}.`)) ?? same[0] ?? close?.path ?? begun
}

/** Edit distance. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++)
      next[j] = Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1))
    row = next
  }
  return row[b.length]!
}

/** `{{ contact.name | money }}` and `| date: "%H"`: the filter would have no effect. */
export function unfitFilter(template: Template, customs: Customs): Message | undefined {
  for (const argument of template.arguments?.() ?? []) {
    if (!(argument instanceof Value)) continue
    const [only, ...more] = argument.initial.postfix
    if (
      only &&
      TypeGuards.isQuotedToken(only) &&
      ['now', 'today'].includes(only.content) &&
      argument.filters[0]?.name === 'date'
    )
      return message('template.use_today')
    const path = more.length === 0 && only ? only.getText() : ''
    const variable: TemplateVariable | undefined = variablesByPath.get(path) ?? customs.variables.get(path)
    for (const [index, { name, args }] of argument.filters.entries()) {
      const kinds = templateFilters.find((filter) => filter.name === name)?.of
      if (index === 0 && variable && kinds && !kinds.includes(variable.kind))
        return message('template.filter_unsuitable', { filter: name, variable: variable.path })
      const [format] = args
      const text = format && !Array.isArray(format) && TypeGuards.isQuotedToken(format) ? format.content : ''
      if (name === 'date' && text.length > longestFormat) return formatTooLong
      const [strange] = name === 'date' ? strangeTokens(text) : []
      if (strange) return message('template.unknown_date_token', { token: strange, names: dateTokens })
    }
  }
  return undefined
}
