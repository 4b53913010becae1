// Draws a table into a PDF: fits the columns to their amounts and repeats the heading on every page.
import { timeSlices } from '../../time-slices.ts'
import type { Paper, PaperStyle } from './paper.ts'

export interface PaperColumn<Row> {
  head: string
  /** Right-aligned and never broken over two lines. */
  isAmount?: boolean
  /** In points. Text columns without a width share the remaining space. */
  width?: number
  text: (row: Row) => string
  /** Smaller text below the cell's text. */
  note?: (row: Row) => string
}

interface PaperTable<Row> {
  caption: string
  columns: readonly PaperColumn<Row>[]
  rows: readonly Row[]
  /** One text per column. */
  foot?: readonly string[]
}

const gap = 10
const padding = 4
/** Least width of a name, in points. If long amounts leave less, all amounts get smaller type. */
const leastText = 110

export async function drawTable<Row>(paper: Paper, table: PaperTable<Row>): Promise<void> {
  const { caption, columns, rows, foot } = table
  const { size, widths } = await layoutOf(paper, table)
  const plain: PaperStyle = { size }
  const strong: PaperStyle = { size, bold: true }
  const quiet: PaperStyle = { size: size - 1.5, dimmed: true }

  function drawHead() {
    paper.text(caption, { size: 10, bold: true })
    paper.space(3)
    drawCells(
      columns.map(({ head }) => head),
      { size: size - 1, dimmed: true },
    )
    paper.rule(false)
  }

  function heightOf(texts: readonly string[], style: PaperStyle, notes: readonly string[] = []) {
    const heights = texts.map(
      (text, index) =>
        paper.heightOf(text, style, widths[index]!) + paper.heightOf(notes[index] ?? '', quiet, widths[index]!),
    )
    return Math.max(...heights) + 2 * padding
  }

  function drawCells(texts: readonly string[], style: PaperStyle, notes: readonly string[] = []) {
    let x = 0
    for (const [index, text] of texts.entries()) {
      const within = widths[index]!
      paper.put(text, style, { x, down: padding, within, isEnd: columns[index]!.isAmount === true })
      const below = padding + paper.heightOf(text, style, within)
      paper.put(notes[index] ?? '', quiet, { x, down: below, within })
      x += within + gap
    }
    paper.space(heightOf(texts, style, notes))
  }

  const isNewPage = (height: number) => {
    if (paper.keepTogether(height)) drawHead()
  }

  paper.space(10)
  paper.keepTogether(70)
  drawHead()
  for (const row of rows) {
    if (timeSlices.isOver()) await timeSlices.nextInTransaction()
    const texts = columns.map(({ text }) => text(row))
    const notes = columns.map(({ note }) => note?.(row) ?? '')
    isNewPage(heightOf(texts, plain, notes))
    drawCells(texts, plain, notes)
    paper.rule(false)
  }
  if (foot) {
    isNewPage(heightOf(foot, strong))
    drawCells(foot, strong)
  }
}

/** Finds the largest type size in which every amount fits on one line, and the column widths for it. */
async function layoutOf<Row>(
  paper: Paper,
  { columns, rows, foot }: PaperTable<Row>,
): Promise<{ size: number; widths: number[] }> {
  const room = paper.width - gap * (columns.length - 1)
  const fixed = columns.reduce((sum, { width = 0 }) => sum + width, 0)
  const texts = columns.filter(({ isAmount, width }) => !isAmount && width === undefined).length
  const longestOf = columns.map(({ isAmount }, index) => (isAmount ? (foot?.[index] ?? '') : ''))
  for (const row of rows) {
    if (timeSlices.isOver()) await timeSlices.nextInTransaction()
    for (const [index, { isAmount, text }] of columns.entries()) {
      const next = isAmount ? text(row) : ''
      if (next.length > longestOf[index]!.length) longestOf[index] = next
    }
  }
  for (let size = 9; ; size -= 0.5) {
    const amounts = columns.map(({ isAmount, head }, index) => {
      if (!isAmount) return 0
      const longest = longestOf[index]!
      // The longest text need not be the widest, because separators are narrower than digits: 4 points make up for that.
      const all = [paper.widthOf(longest, { size, bold: true }) + 4, paper.widthOf(head, { size: size - 1 }) + 1]
      return Math.max(...all)
    })
    // If there is room, all amount columns are equally wide, so that the tables of all currencies look alike.
    const widest = Math.max(...amounts)
    const count = amounts.filter(Boolean).length
    const own = amounts.reduce((sum, width) => sum + width, 0)
    const isEqual = room - fixed - count * widest >= leastText * texts
    const left = room - fixed - (isEqual ? count * widest : own)
    if (left >= leastText * texts || size <= 5)
      return {
        size,
        widths: columns.map(({ isAmount, width }, i) =>
          isAmount ? (isEqual ? widest : amounts[i]!) : (width ?? left / texts),
        ),
      }
  }
}
