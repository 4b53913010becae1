// The colours that people give to their own words: types, statuses, stages, tags. Names, not values: each page has two schemes.
import * as z from 'zod/mini'

export const colors = [
  'gray',
  'red',
  'orange',
  'amber',
  'lime',
  'green',
  'teal',
  'cyan',
  'blue',
  'indigo',
  'violet',
  'pink',
] as const
export const Color = z.enum(colors)
export type Color = z.output<typeof Color>
