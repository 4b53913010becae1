// docs/templates.md is complete and correct: every variable and filter, with its result.
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { templateFilters, templateVariables } from '../../../contract/template-language.ts'
import { filterSamples } from '../../../contract/template-samples.ts'
import { tagNames } from './language.ts'
import { compile } from './rendering.ts'
import { sampleValues } from './samples.ts'

const page = readFileSync('docs/templates.md', 'utf8')
const cells = page
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) => line.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('\\|', '|')))

function rendered(body: string) {
  const compiled = compile(body)
  if (!compiled.ok) throw new Error(`${body}: ${compiled.error.message.code}`)
  return compiled.recipe.render({ ...sampleValues, organization: { ...sampleValues.organization } })
}

it('has every variable, in order, with its value for the sample contact', () => {
  const documented = cells.flatMap(([, written, , example]) =>
    written?.startsWith('`{{') ? [[written.slice(4, -4), example]] : [],
  )
  expect(documented).toEqual(
    templateVariables.map(({ path }) => {
      const answer = rendered(`{{ ${path} }}`)
      return [path, answer.ok ? answer.text : 'nothing']
    }),
  )
})

it('has every filter, in order, with its example', () => {
  const documented = cells.flatMap(([, name, about, example, gives]) =>
    name?.startsWith('`{{') ? [] : [[name!.slice(1, -1), about, example?.slice(1, -1), gives]],
  )
  expect(documented).toEqual(
    templateFilters.map(({ name, about, example }) => [name, about, example, filterSamples[name]]),
  )
})

it('has every tag', () => {
  const named = new Set([...page.matchAll(/\{% ?(\w+)/g)].map(([, tag]) => tag))
  expect(tagNames.filter((tag) => tag !== '#' && !named.has(tag))).toEqual([])
})

it('begins with an example that renders as shown', () => {
  const [, text] = /```\n([\s\S]+?)\n```/.exec(page)!
  const said = page
    .split('\n')
    .filter((line) => line.startsWith('>'))
    .map((line) => line.slice(2).replaceAll('**', '*'))
  const answer = rendered(text!.replace('{{ organization.name }}', 'Kabar Capital'))
  expect(answer).toEqual({ ok: true, text: said.join('\n') })
})
