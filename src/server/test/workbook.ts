// Generates workbooks for tests, part by part.
import { ZipFile } from 'yazl'

/** As spreadsheet programs write it. Shared texts: Name, Phone, Budi & co; style 1 is a date, 2 one with a custom format. */
export const workbookFile = async (sheets: Sheet[]) => await zipped(workbookParts(sheets))

interface Sheet {
  name: string
  state?: string
  rows: string
  /** XML after the rows. */
  below?: string
}

export function workbookParts(sheets: Sheet[]): Record<string, Buffer> {
  const xml = (text: string) => Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>${text}`)
  const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
  const r = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  const ids = sheets.map((_, nth) => nth + 1)
  const link = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${r}/${type}" Target="${target}"/>`
  const part = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
  return {
    '[Content_Types].xml': xml(
      `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${part}.sheet.main+xml"/>${ids.map((id) => `<Override PartName="/xl/worksheets/sheet${id}.xml" ContentType="${part}.worksheet+xml"/>`).join('')}</Types>`,
    ),
    '_rels/.rels': xml(
      `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${link('rId1', 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    ),
    'xl/workbook.xml': xml(
      `<workbook ${main} xmlns:r="${r}"><sheets>${sheets.map(({ name, state }, nth) => `<sheet name="${name}" sheetId="${nth + 1}" ${state ? `state="${state}"` : ''} r:id="rId${nth + 1}"/>`).join('')}</sheets></workbook>`,
    ),
    'xl/_rels/workbook.xml.rels': xml(
      `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${ids.map((id) => link(`rId${id}`, 'worksheet', `worksheets/sheet${id}.xml`)).join('')}${link('rId90', 'sharedStrings', 'sharedStrings.xml')}${link('rId91', 'styles', 'styles.xml')}</Relationships>`,
    ),
    'xl/sharedStrings.xml': xml(
      `<sst ${main}><si><t>Name</t></si><si><t>Phone</t></si><si><r><t>Bu</t></r><r><t>di &amp; co</t></r></si></sst>`,
    ),
    'xl/styles.xml': xml(
      `<styleSheet ${main}><numFmts count="1"><numFmt numFmtId="170" formatCode="dd/mm/yyyy;@"/></numFmts><cellXfs count="3"><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="170"/></cellXfs></styleSheet>`,
    ),
    ...Object.fromEntries(
      sheets.map(({ rows, below = '' }, nth) => [
        `xl/worksheets/sheet${nth + 1}.xml`,
        xml(`<worksheet ${main}><sheetData>${rows}</sheetData>${below}</worksheet>`),
      ]),
    ),
  }
}

export async function zipped(entries: Record<string, Buffer>, compress = true): Promise<Buffer> {
  const zip = new ZipFile()
  for (const [name, content] of Object.entries(entries)) zip.addBuffer(content, name, { compress })
  zip.end()
  const chunks: Uint8Array[] = []
  for await (const chunk of zip.outputStream as AsyncIterable<Uint8Array>) chunks.push(chunk)
  return Buffer.concat(chunks)
}
