import { crc32, deflateRawSync } from 'node:zlib'

/** One file of an archive. `claims` is a false uncompressed size to write into the directory. */
export interface Part {
  name: string
  content: string | Buffer
  claims?: number
}

function local({ name, content }: Part, packed: Buffer, size: number): Buffer {
  const header = Buffer.alloc(30)
  header.writeUInt32LE(0x04034b50, 0)
  header.writeUInt16LE(20, 4)
  header.writeUInt16LE(8, 8)
  header.writeUInt32LE(crc32(content), 14)
  header.writeUInt32LE(packed.length, 18)
  header.writeUInt32LE(size, 22)
  header.writeUInt16LE(Buffer.byteLength(name), 26)
  return Buffer.concat([header, Buffer.from(name), packed])
}

function listed({ name, content }: Part, packed: Buffer, size: number, offset: number): Buffer {
  const entry = Buffer.alloc(46)
  entry.writeUInt32LE(0x02014b50, 0)
  entry.writeUInt16LE(20, 6)
  entry.writeUInt16LE(8, 10)
  entry.writeUInt32LE(crc32(content), 16)
  entry.writeUInt32LE(packed.length, 20)
  entry.writeUInt32LE(size, 24)
  entry.writeUInt16LE(Buffer.byteLength(name), 28)
  entry.writeUInt32LE(offset, 42)
  return Buffer.concat([entry, Buffer.from(name)])
}

export function makeZip(parts: readonly Part[]): Buffer {
  const bodies: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const part of parts) {
    const packed = deflateRawSync(part.content, { level: 1 })
    const size = part.claims ?? Buffer.byteLength(part.content)
    const body = local(part, packed, size)
    bodies.push(body)
    directory.push(listed(part, packed, size, offset))
    offset += body.length
  }
  const list = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(parts.length, 8)
  end.writeUInt16LE(parts.length, 10)
  end.writeUInt32LE(list.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...bodies, list, end])
}

export interface WorkbookParts {
  /** `data` is the XML of `<sheetData>` and what follows it. */
  sheets: { name: string; data: string; state?: 'hidden' | 'veryHidden'; before?: string }[]
  /** Format codes of the styles 1, 2, …; style 0 is General. */
  formats?: readonly string[]
  struck?: boolean
  /** Whether to declare a workbook with macros and include the macro part. */
  hasMacros?: boolean
  date1904?: boolean
  /** True if its program leaves all calculation to the program that opens it, as XlsxWriter does. */
  needsCalculation?: boolean
  folder?: string
  more?: readonly Part[]
}

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN =
  'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const OPENXML = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

function styles(formats: readonly string[], struck: boolean): string {
  const codes = formats
    .map((code, index) => `<numFmt numFmtId="${164 + index}" formatCode="${escapeXml(code)}"/>`)
    .join('')
  const uses = formats
    .map(
      (_code, index) =>
        `<xf numFmtId="${164 + index}" fontId="${Number(struck)}" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`,
    )
    .join('')
  return `${XML}<styleSheet ${MAIN}><numFmts count="${formats.length}">${codes}</numFmts><fonts count="2"><font><sz val="11"/></font><font><strike/><sz val="11"/></font></fonts><fills count="1"><fill><patternFill patternType="none"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf numFmtId="0"/></cellStyleXfs><cellXfs count="${formats.length + 1}"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>${uses}</cellXfs></styleSheet>`
}

/** An XLSX workbook from the XML of its sheets, for cases that libraries do not write. */
export function makeWorkbook({
  sheets,
  formats = [],
  struck = false,
  hasMacros = false,
  date1904 = false,
  needsCalculation = false,
  folder = 'worksheets',
  more = [],
}: WorkbookParts): Buffer {
  const numbers = sheets.map((_sheet, index) => index + 1)
  const list = sheets.map(
    ({ name, state }, index) =>
      `<sheet name="${escapeXml(name)}" sheetId="${index + 1}"${state ? ` state="${state}"` : ''} r:id="rId${index + 1}"/>`,
  )
  const relations = [...numbers.map((n) => ['worksheet', `${folder}/sheet${n}.xml`]), ['styles', 'styles.xml']]
  return makeZip([
    {
      name: '[Content_Types].xml',
      content: `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${hasMacros ? 'application/vnd.ms-excel.sheet.macroEnabled' : `${OPENXML}.sheet`}.main+xml"/>${numbers.map((n) => `<Override PartName="/xl/${folder}/sheet${n}.xml" ContentType="${OPENXML}.worksheet+xml"/>`).join('')}<Override PartName="/xl/styles.xml" ContentType="${OPENXML}.styles+xml"/></Types>`,
    },
    {
      name: '_rels/.rels',
      content: `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    },
    {
      name: 'xl/workbook.xml',
      content: `${XML}<workbook ${MAIN}><workbookPr${date1904 ? ' date1904="1"' : ''}/><sheets>${list.join('')}</sheets>${needsCalculation ? '<calcPr calcId="124519" fullCalcOnLoad="1"/>' : ''}</workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: `${XML}<Relationships xmlns="${PACKAGE}/relationships">${relations.map(([type, target], index) => `<Relationship Id="rId${index + 1}" Type="${RELATIONS}/${type}" Target="${target}"/>`).join('')}</Relationships>`,
    },
    { name: 'xl/styles.xml', content: styles(formats, struck) },
    ...sheets.map(({ data, before = '' }, index) => ({
      name: `xl/${folder}/sheet${index + 1}.xml`,
      content: `${XML}<worksheet ${MAIN}>${before}${data}</worksheet>`,
    })),
    ...(hasMacros ? [{ name: 'xl/vbaProject.bin', content: Buffer.from('not run') }] : []),
    ...more,
  ])
}

const column = (index: number): string =>
  (index < 26 ? '' : column(Math.floor(index / 26) - 1)) + String.fromCharCode(65 + (index % 26))

/** A text, a number, or literal XML (`{ xml: '<v>1</v>', attributes: 's="1"' }`). */
export type MadeCell = string | number | null | { xml: string; attributes?: string }

function cellXml(cell: MadeCell, reference: string): string {
  if (cell === null) return ''
  if (typeof cell === 'string')
    return `<c r="${reference}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(cell)}</t></is></c>`
  if (typeof cell === 'number') return `<c r="${reference}"><v>${cell}</v></c>`
  return `<c r="${reference}" ${cell.attributes ?? ''}>${cell.xml}</c>`
}

/** Rows of cells as `<sheetData>`. `hidden` lists the numbers of hidden rows. */
export const sheetData = (rows: readonly (readonly MadeCell[])[], hidden: readonly number[] = []): string =>
  `<sheetData>${rows
    .map(
      (cells, row) =>
        `<row r="${row + 1}"${hidden.includes(row + 1) ? ' hidden="1"' : ''}>${cells.map((cell, index) => cellXml(cell, `${column(index)}${row + 1}`)).join('')}</row>`,
    )
    .join('')}</sheetData>`

export const formatted = (value: number, style: number): MadeCell => ({
  xml: `<v>${value}</v>`,
  attributes: `s="${style}"`,
})
export const failed = (error: string): MadeCell => ({ xml: `<v>${escapeXml(error)}</v>`, attributes: 't="e"' })
export const formula = (text: string, value?: string, attributes = ''): MadeCell => ({
  xml: `<f>${escapeXml(text)}</f>${value === undefined ? '' : `<v>${value}</v>`}`,
  attributes,
})
