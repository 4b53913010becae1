// Compiles a template once and renders it for each recipient. Pure: no files, no clock, no network.
import { type Template, UndefinedVariableError } from 'liquidjs'
import { templateVariables } from '../../contract/templates.ts'
import { type Findings, findings, liquid, longest, Missing } from './language.ts'
import { findMistake, type Mistake, nowhere, parseMistake, tooLong } from './mistakes.ts'

/** Empty and null both mean: no value. */
export interface TemplateValues {
  contact: Record<'name' | 'preferred_name' | 'phone' | 'email' | 'company' | 'job_title', string | null>
  organization: Record<'name', string | null>
}

export type Rendered =
  | { ok: true; text: string }
  /** `missing` has the variables without value; where it is empty, `mistake` says what else keeps the message back. */
  | { ok: false; missing: string[]; mistake?: string }

export interface Recipe {
  render(values: TemplateValues): Rendered
}

export type Compiled = { ok: true; recipe: Recipe } | { ok: false; mistake: Mistake }

export function compile(body: string): Compiled {
  let templates: Template[]
  try {
    templates = liquid.parse(body.replace(/\r\n?/g, '\n'))
  } catch (error) {
    return { ok: false, mistake: parseMistake(error) }
  }
  const recipe = { render: (values: TemplateValues) => render(templates, values) }
  const mistake = findMistake(templates)
  if (mistake) return { ok: false, mistake }
  const tried = recipe.render(sampleValues)
  const broken = !tried.ok && (tried.mistake === tooLong || tried.mistake === tooMuch) ? tried.mistake : undefined
  return broken ? { ok: false, mistake: nowhere(broken) } : { ok: true, recipe }
}

export const sampleValues: TemplateValues = {
  contact: {
    name: 'Budi Santoso',
    preferred_name: 'Pak Budi',
    phone: '+6281234567890',
    email: 'budi@example.com',
    company: 'PT Sumber Rejeki',
    job_title: 'Director',
  },
  organization: { name: 'Your organization' },
}

const tooMuch = 'The template has too much to work out. Make it simpler.'

function render(templates: Template[], values: TemplateValues): Rendered {
  const found: Findings = { missing: new Set(), nothing: false, room: longest }
  let text: string
  try {
    text = liquid.renderSync(templates, scope(values, found)).trim()
  } catch (error) {
    const name =
      error instanceof UndefinedVariableError && (error.originalError as { variableName?: string }).variableName
    return name ? { ok: false, missing: [name] } : { ok: false, missing: [], mistake: tooMuch }
  }
  if (found.missing.size > 0) return { ok: false, missing: [...found.missing] }
  const mistake = reason(text, found)
  return mistake ? { ok: false, missing: [], mistake } : { ok: true, text }
}

function reason(text: string, { nothing, room }: Findings): string | undefined {
  if (room < 0 || text.length > longest) return tooLong
  if (nothing) return 'A part of the message comes out as nothing for this contact.'
  return text === '' ? 'The message is empty for this contact.' : undefined
}

const gaps = new Map(templateVariables.map(({ path }) => [path as string, new Missing(path)]))

function scope({ contact, organization }: TemplateValues, found: Findings): object {
  return { contact: filled('contact', contact), organization: filled('organization', organization), [findings]: found }
}

function filled(object: string, values: Record<string, string | null>): Record<string, unknown> {
  const result: Record<string, unknown> = {}
  for (const key in values) result[key] = values[key]?.trim() ? values[key] : gaps.get(`${object}.${key}`)
  return result
}
