import { describe, expect, it } from 'vitest'
import { parseSheet } from '../../sheets/parseSheet.ts'
import { SheetRefused } from '../../sheets/types.ts'
import { makeWorkbook, makeZip, sheetData } from './makeWorkbook.ts'
import { fixture, parseHere, source } from './support.ts'
import { HANG_GUARD_MS } from '../support/wait.ts'

/**
 * The memory limit of the worker, without its time limit: the sentence names the fault, however long a busy machine
 * takes.
 */
const LIMITS = { timeoutMs: HANG_GUARD_MS, heapMb: 768 }

async function refusalOf(parsing: Promise<unknown>): Promise<SheetRefused> {
  const error = await parsing.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(error instanceof SheetRefused)) throw new Error(`not refused: ${String(error)}`)
  return error
}

/** The refusal of the process of `parseSheet`, with its limit of memory. */
const refusalInProcess = (bytes: Uint8Array): Promise<SheetRefused> =>
  refusalOf(parseSheet(bytes, 'sheet.xlsx', source(), 'USD', LIMITS))

/** The refusal of a file that needs little memory. */
const refusal = (bytes: Uint8Array): Promise<SheetRefused> => refusalOf(parseHere(bytes, 'sheet.xlsx', source(), 'USD'))

const goodWorkbook = fixture('studio.xlsx')
const header = ['Asset Tag', 'Type', 'Brand', 'Model']
const oneSheet = (data: string): Buffer => makeWorkbook({ sheets: [{ name: 'Inventory', data }] })
const farCell = oneSheet(
  '<sheetData><row r="1"><c r="A1"><v>1</v></c></row><row r="1048576"><c r="XFD1048576"><v>1</v></c></row></sheetData>',
)
const wideCell = oneSheet(
  '<sheetData><row r="1"><c r="A1"><v>1</v></c></row><row r="150000"><c r="XFD150000"><v>1</v></c></row></sheetData>',
)
const bomb = (claims?: number): Buffer =>
  makeZip([
    { name: 'xl/workbook.xml', content: '<workbook/>' },
    {
      name: 'xl/worksheets/sheet1.xml',
      content: Buffer.alloc(250 * 2 ** 20, 32),
      ...(claims !== undefined && { claims }),
    },
  ])

function manyRows(): Buffer {
  const row = (index: number): string => `<row r="${index}"><c r="A${index}"><v>1</v></c></row>`
  return oneSheet(`<sheetData>${Array.from({ length: 1_500_000 }, (_, index) => row(index + 1)).join('')}</sheetData>`)
}

const withEntity = makeWorkbook({
  sheets: [{ name: 'Inventory', data: sheetData([header, ['1', 'camera', 'Canon', 'R5']]) }],
  more: [
    {
      name: 'xl/sharedStrings.xml',
      content:
        '<?xml version="1.0"?><!DOCTYPE sst [<!ENTITY x SYSTEM "file:///etc/hostname">]><sst><si><t>&x;</t></si></sst>',
    },
  ],
})
const compound = (text: string): Buffer =>
  Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600), Buffer.from(text, 'utf16le')])
const damaged = Buffer.from(goodWorkbook)
damaged.fill(0x55, 400, 1200)

type Case = [name: string, make: () => Uint8Array, hint: string]

describe('a hostile workbook is refused, with its fault and a remedy:', () => {
  it.each<Case>([
    ['a cell in the farthest corner', () => farCell, 'row 1,048,576'],
    ['a cell far to the right', () => wideCell, 'far-away'],
    ['an archive that inflates to 250 MB', () => bomb(), 'far more than a sheet'],
    ['an archive with a false inflated size', () => bomb(1000), 'far more than a sheet'],
    ['a million and a half rows', manyRows, 'row 1,500,000'],
    ['a truncated workbook', () => goodWorkbook.subarray(0, goodWorkbook.length - 500), 'cut off or damaged'],
  ])('%s', async (_name, make, hint) => {
    const error = await refusalInProcess(make())
    expect(error).toMatchObject({ code: 'unreadable_file', message: expect.stringContaining(hint) })
    expect(error.message).toMatch(/\.$/)
  })

  it.each<Case>([
    ['an external entity', () => withEntity, 'DOCTYPE'],
    ['half of a workbook', () => goodWorkbook.subarray(0, goodWorkbook.length / 2), 'cut off or damaged'],
    ['damaged bytes', () => damaged, 'damaged'],
    ['an encrypted workbook', () => compound('EncryptedPackage'), 'password'],
    ['an old workbook', () => compound('Workbook'), 'old Excel'],
    ['a text file named .xlsx', () => Buffer.from('Asset Tag;Type\n'), 'no workbook'],
    ['an archive without a workbook', () => makeZip([{ name: 'a.txt', content: 'a' }]), 'no workbook in it'],
    ['an OpenDocument file', () => makeZip([{ name: 'content.xml', content: '<a/>' }]), '.ods'],
    ['a binary workbook', () => makeZip([{ name: 'xl/workbook.bin', content: 'a' }]), '.xlsb'],
    ['a Word document', () => makeZip([{ name: 'word/document.xml', content: '<a/>' }]), 'Word'],
    [
      'an archive with an empty workbook.xml',
      () => makeZip([{ name: 'xl/workbook.xml', content: '<workbook/>' }]),
      'damaged',
    ],
  ])('%s', async (_name, make, hint) => {
    const error = await refusal(make())
    expect(error).toMatchObject({ code: 'unreadable_file', message: expect.stringContaining(hint) })
    expect(error.message).toMatch(/\.$/)
  })

  it('an empty file or workbook, as one without rows', async () => {
    expect((await refusal(new Uint8Array())).code).toBe('no_rows')
    expect((await refusal(oneSheet('<sheetData/>'))).code).toBe('no_rows')
  })

  it('and a valid one is read afterwards', async () => {
    expect((await parseSheet(goodWorkbook, 'studio.xlsx', source(), 'USD')).rows).toHaveLength(71)
  })
})

it('a workbook that is cut off anywhere is refused', async () => {
  for (const share of [0.1, 0.3, 0.6, 0.9, 0.999])
    expect((await refusal(goodWorkbook.subarray(0, Math.floor(goodWorkbook.length * share)))).code).toBe(
      'unreadable_file',
    )
})
