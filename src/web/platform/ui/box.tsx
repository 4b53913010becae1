// Layout primitives: rows, stacks, text and lists, with the spaces and type sizes of docs/design.md.
import type { ComponentProps, ElementType } from 'react'
import styles from './box.module.css'

/** Each value is a class in box.module.css; lengths are in pixels. */
interface Look {
  gap?: 2 | 4 | 6 | 8 | 10 | 12 | 16 | 20 | 24 | 32
  /** The gap between wrapped lines, if it differs from `gap`. */
  rowGap?: 0 | 2 | 4 | 8 | 12 | 16 | 20
  align?: 'start' | 'baseline' | 'stretch' | 'center'
  justify?: 'between' | 'center' | 'end'
  wrap?: boolean
  inline?: boolean
  /** Takes the free space. */
  grow?: boolean
  /** Keeps its size. */
  fixed?: boolean
  /** May become narrower than its content. */
  shrink?: boolean
  mt?: 2 | 4 | 6 | 8 | 10 | 12 | 16 | 20 | 24 | 32
  mb?: 2 | 4 | 8 | 12 | 16 | 20 | 24
  px?: 4 | 8 | 10 | 12 | 16 | 20 | 24
  py?: 2 | 4 | 6 | 8 | 10 | 12 | 16 | 24
  pt?: 12 | 16 | 20
  size?: 12 | 13 | 14 | 15 | 16 | 17
  weight?: 400 | 500 | 600
  dimmed?: boolean
  tone?: 'good' | 'warning' | 'bad' | undefined
  /** Background and text of a tone. */
  fill?: 'neutral' | 'accent' | 'good' | 'warning' | 'bad' | undefined
  /** The shape of a short message with a `fill`. */
  note?: boolean
  /** A circle for an icon. */
  disc?: boolean
  /** On a phone the parts, such as buttons, share the full width. */
  fillOnPhone?: boolean
  lineAbove?: boolean
  /** Border, background and shadow of a section. */
  surface?: boolean
  /** A border only. */
  outlined?: boolean
  /** Limits the width, so that lines of text are easy to read. */
  prose?: boolean
  /** Shows line breaks as typed. */
  preWrap?: boolean
  /** Moves to the end of its row. */
  pushEnd?: boolean
  /** Lines between its parts. */
  divided?: boolean
  /** Cuts the text after this many lines, with an ellipsis. */
  lines?: 2 | 3
  /** Digits of equal width. */
  figures?: boolean
  nowrap?: boolean
  /** Cuts the text after one line, with an ellipsis. */
  truncate?: boolean
  /** Breaks inside long words, such as addresses. */
  breakWords?: boolean
  textAlign?: 'center' | 'end'
  block?: boolean
}

type BoxProps<T extends ElementType> = Look & { as?: T } & Omit<ComponentProps<T>, keyof Look | 'as'>

/** Side by side, centered. */
export const Row = box('row', 'div')
/** One below the other. */
export const Stack = box('stack', 'div')
export const Text = box('text', 'p')
/** A list without bullets. */
export const PlainList = box('list', 'ul')
/** A note below a field. */
export const FieldNote = box('fieldNote', 'div')

function box<D extends ElementType>(kind: string, fallback: D) {
  return function Box<T extends ElementType = D>({ as, className, ...props }: BoxProps<T>) {
    const Tag: ElementType = as ?? fallback
    const classes = [styles[kind]]
    const rest: Record<string, unknown> = {}
    for (const [name, value] of Object.entries(props)) {
      if (!looks.has(name)) rest[name] = value
      else if (value !== undefined && value !== false) {
        classes.push(styles[value === true ? name : `${name}-${value}`])
      }
    }
    if (className) classes.push(className)
    return <Tag className={classes.join(' ')} {...rest} />
  }
}

const looks = new Set<string>([
  'gap',
  'rowGap',
  'align',
  'justify',
  'wrap',
  'inline',
  'grow',
  'fixed',
  'shrink',
  'mt',
  'mb',
  'size',
  'weight',
  'dimmed',
  'tone',
  'figures',
  'nowrap',
  'truncate',
  'breakWords',
  'textAlign',
  'block',
  'fill',
  'note',
  'disc',
  'fillOnPhone',
  'divided',
  'lines',
  'px',
  'py',
  'pt',
  'lineAbove',
  'surface',
  'outlined',
  'prose',
  'preWrap',
  'pushEnd',
] satisfies (keyof Look)[])
