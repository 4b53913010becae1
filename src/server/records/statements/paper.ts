// Writes the A4 pages of a PDF from top to bottom, with a footer on each page.
import { createRequire } from 'node:module'
import { timeSlices } from '../../time-slices.ts'

const require = createRequire(import.meta.url)
/** These fonts cover Latin, Greek, Cyrillic, Vietnamese and Devanagari; all their digits are equally wide. */
const fontFiles = {
  regular: () => require.resolve('@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf'),
  bold: () => require.resolve('@expo-google-fonts/noto-sans/600SemiBold/NotoSans_600SemiBold.ttf'),
}
const margin = 48
const [dark, grey, light] = ['#1a1f24', '#5b6670', '#d5dbe0']

export interface PaperStyle {
  size: number
  bold?: boolean
  dimmed?: boolean
}

interface PaperInput {
  title: string
  author: string
  /** The date of creation in the file. The current time would make two files of the same statement differ. */
  madeOn: string
  /** Returns the left and the right text of a page's footer. */
  footer: (page: number, pages: number) => [string, string]
}

export type Paper = Awaited<ReturnType<typeof openPaper>>

export async function openPaper({ title, author, madeOn, footer }: PaperInput) {
  // The library is loaded only when somebody requests a file, because it is large.
  const { default: Pdf } = await import('pdfkit')
  // Loading the library and parsing the fonts each take a tenth of a second: other requests are served in between.
  await timeSlices.nextInTransaction()
  const made = new Date(`${madeOn}T00:00:00Z`)
  const pdf = new Pdf({
    size: 'A4',
    margins: { top: margin, left: margin, right: margin, bottom: margin + 16 },
    bufferPages: true,
    info: { Title: title, Author: author, CreationDate: made, ModDate: made },
  })
  pdf.registerFont('regular', fontFiles.regular())
  pdf.registerFont('bold', fontFiles.bold())
  const chunks: Buffer[] = []
  const ended = new Promise<Buffer>((resolve, reject) => {
    pdf.on('data', (chunk: Buffer) => chunks.push(chunk))
    pdf.on('end', () => resolve(Buffer.concat(chunks)))
    pdf.on('error', reject)
  })
  const width = pdf.page.width - 2 * margin
  const bottom = pdf.page.height - margin - 16
  let y = margin

  const use = ({ size, bold, dimmed }: PaperStyle) =>
    pdf
      .font(bold ? 'bold' : 'regular')
      .fontSize(size)
      .fillColor(dimmed ? grey! : dark!)

  function nextPage() {
    pdf.addPage()
    y = margin
  }

  return {
    width,
    widthOf: (text: string, style: PaperStyle) => use(style).widthOfString(text),
    heightOf: (text: string, style: PaperStyle, within: number) =>
      text === '' ? 0 : use(style).heightOfString(text, { width: within }),
    /** Writes `down` points below the current line without moving on. */
    put(text: string, style: PaperStyle, box: { x: number; down?: number; within: number; isEnd?: boolean }) {
      if (text === '') return
      const place = { width: box.within, align: box.isEnd ? ('right' as const) : ('left' as const) }
      use(style).text(text, margin + box.x, y + (box.down ?? 0), place)
    },
    text(text: string, style: PaperStyle) {
      use(style)
      const height = pdf.heightOfString(text, { width })
      if (y + height > bottom) nextPage()
      use(style).text(text, margin, y, { width })
      y += height
    },
    /** Writes two texts at the left and two at the right, the first of each in bold. */
    sides(left: [string, string], right: [string, string]) {
      const half = width / 2 - 12
      const [big, small]: PaperStyle[] = [
        { size: 14, bold: true },
        { size: 9, dimmed: true },
      ]
      const heights = [left, right].map(([name, about], side) => {
        const x = side === 0 ? 0 : width - half
        const first = this.heightOf(name, big!, half)
        this.put(name, big!, { x, within: half, isEnd: side === 1 })
        this.put(about, small!, { x, down: first + 2, within: half, isEnd: side === 1 })
        return first + 2 + this.heightOf(about, small!, half)
      })
      y += Math.max(...heights)
    },
    space(points: number) {
      y += points
    },
    /** Begins a new page if fewer points are left on this one. Returns whether it did. */
    keepTogether(points: number): boolean {
      if (y + points <= bottom) return false
      nextPage()
      return true
    },
    rule(isStrong = true) {
      y += isStrong ? 10 : 0
      pdf
        .moveTo(margin, y)
        .lineTo(margin + width, y)
        .lineWidth(isStrong ? 1 : 0.5)
        .strokeColor(isStrong ? dark! : light!)
        .stroke()
    },
    async end(): Promise<Buffer> {
      const { count } = pdf.bufferedPageRange()
      const style = { size: 8, dimmed: true }
      for (let page = 0; page < count; page++) {
        if (timeSlices.isOver()) await timeSlices.nextInTransaction()
        pdf.switchToPage(page)
        // The footer is below the margin, where pdfkit would begin a new page.
        pdf.page.margins.bottom = 0
        const [left, right] = footer(page + 1, count)
        const at = pdf.page.height - margin
        use(style).text(left, margin, at, { width: width - 100, lineBreak: false, ellipsis: true })
        use(style).text(right, margin + width - 100, at, { width: 100, align: 'right', lineBreak: false })
      }
      // pdfkit compresses all pages in one go. Given one page at a time, it lets other requests run in between. `_pageBuffer` is
      // internal: if a later version lacks it, `end` compresses all pages as before.
      const library = pdf as unknown as { _pageBuffer?: unknown[] }
      for (const page of library._pageBuffer ?? []) {
        if (timeSlices.isOver()) await timeSlices.nextInTransaction()
        library._pageBuffer = [page]
        pdf.flushPages()
      }
      pdf.end()
      return await ended
    },
  }
}
