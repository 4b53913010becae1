// Colors of types, statuses, stages and tags. Names, not values: each color scheme has its own.
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
