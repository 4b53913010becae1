// Custom fields of the sample data. Only of offerings: those of other records would load more code on the first lists. Pure.
// Pure.
import type { CustomFieldInput } from '../../../contract/custom-fields.ts'
import type { CustomValues } from '../../../contract/custom-values.ts'
import type { Ground, Rows } from './ground.ts'

type Field = Pick<CustomFieldInput, 'record' | 'type' | 'name'> & {
  key: string
  choices?: [id: string, name: string, color: string][]
}

const risks: Field['choices'] = [
  ['low', 'Low', 'green'],
  ['medium', 'Medium', 'amber'],
  ['high', 'High', 'red'],
]
const fields: readonly Field[] = [
  { record: 'offering', key: 'risk', name: 'Risk', type: 'choice', choices: risks },
  { record: 'offering', key: 'data_room', name: 'Data room', type: 'link' },
]

export function customFieldRows({ id }: Ground): Rows {
  const rows = fields.map(({ choices = [], ...field }, place) => ({
    id: id('custom field', field.key),
    ...field,
    choices: choices.map(([choice, name, color]) => ({ id: choice, name, color })),
    position: place + 1,
  }))
  return { table: 'custom_fields', rows }
}

export const customOfOffering = (key: string, place: number): CustomValues => ({
  risk: risks[place % risks.length]![0],
  data_room: `https://example.com/data-room/${key}`,
})
