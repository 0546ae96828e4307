import { expect, it } from 'vitest'
import { readDelimited } from '../../sheets/readers/delimited.ts'
import { tagSheet } from '../../sheets/tagSheet.ts'
import { SheetRefused } from '../../sheets/types.ts'

const tagged = (bytes: Buffer | string, takenTags: string[] = []): Buffer =>
  Buffer.from(tagSheet(Buffer.from(bytes), takenTags).bytes)
const plainSheet =
  'Studio list\r\n\r\nType,Brand,Model\r\ncamera,Canon,"R5, ""old"""\r\nCameras,,\r\nlens,Canon,24-70\nTotal,,2'

it('a sheet without tags gets a first column of tags, and nothing else changes', () => {
  expect(tagged(plainSheet).toString()).toBe(
    ',Studio list\r\n\r\nAsset Tag,Type,Brand,Model\r\nKR-0001,camera,Canon,"R5, ""old"""\r\n,Cameras,,\r\nKR-0002,lens,Canon,24-70\n,Total,,2',
  )
})

it('existing tags stay, those of the inventory are not used again, and a repeat changes nothing', () => {
  const text =
    'Type;Asset Tag;Brand;Model\ncamera;KR-0007;Canon;R5\nlens;;Canon;"a;b"\nlens;"";Canon;85\nlens;X1;Canon;50\n'
  const firstResult = tagged(text, ['kr-0011', 'OTHER-99'])
  expect(firstResult.toString()).toBe(
    'Type;Asset Tag;Brand;Model\ncamera;KR-0007;Canon;R5\nlens;KR-0012;Canon;"a;b"\nlens;KR-0013;Canon;85\nlens;X1;Canon;50\n',
  )
  expect(tagged(firstResult)).toEqual(firstResult)
})

it('a row that ends before the tag column is padded', () => {
  expect(tagged('Type,Brand,Model,Notes,Asset Tag\nlens,Canon,85\n').toString()).toBe(
    'Type,Brand,Model,Notes,Asset Tag\nlens,Canon,85,,KR-0001\n',
  )
})

const encodings: [name: string, Buffer][] = [
  ['UTF-8 with a byte order mark', Buffer.from('\ufeffType,Brand,Model\ncamera,Köhler,Ü 1\n')],
  ['Windows-1252', Buffer.from('Type,Brand,Model\ncamera,K\u00f6hler,\u0080 1\n', 'latin1')],
  ['UTF-16LE', Buffer.from('\ufeffType\tBrand\tModel\r\ncamera\tKöhler\t漢字\r\n', 'utf16le')],
  ['UTF-16BE', Buffer.from('\ufeffType\tBrand\tModel\r\ncamera\tKöhler\t漢字\r\n', 'utf16le').swap16()],
  ['a sep= line', Buffer.from('sep=;\r\nType;Brand;Model\r\ncamera;Köhler;1\r\n')],
]
it.each(encodings)('%s is kept', (_name, bytes) => {
  const [rowsBefore, rowsAfter] = [readDelimited(bytes), readDelimited(tagged(bytes))]
  const texts = (sheet: typeof rowsBefore): string[][] => sheet.rows.map(({ cells }) => cells.map(({ text }) => text))
  expect({ encoding: rowsAfter.encoding, delimiter: rowsAfter.delimiter }).toEqual({
    encoding: rowsBefore.encoding,
    delimiter: rowsBefore.delimiter,
  })
  expect(texts(rowsAfter)).toEqual(
    texts(rowsBefore).map((row, index) => [index === 0 ? 'Asset Tag' : 'KR-0001', ...row]),
  )
})

it('a sheet without a header is refused', () => {
  expect(() => tagged('a,b\nc,d\n')).toThrow(SheetRefused)
})

it('a list without types or brands gets tags, and another table below it gets none', () => {
  expect(
    tagged(
      'Name,Location\nbacon,Rack 1\nkraut,Rack 2\n\nCustomer,From,Until\nSchool,2026-05-01,2026-05-02\n',
    ).toString(),
  ).toBe(
    'Asset Tag,Name,Location\nKR-0001,bacon,Rack 1\nKR-0002,kraut,Rack 2\n\n,Customer,From,Until\n,School,2026-05-01,2026-05-02\n',
  )
})

it('a list whose header has few or no known words gets tags', () => {
  expect(tagged('Name,Keeper\nbacon,Kim\nkraut,Lee\n').toString()).toBe(
    'Asset Tag,Name,Keeper\nKR-0001,bacon,Kim\nKR-0002,kraut,Lee\n',
  )
  expect(tagged('Gyártó;Modellje;Napok\nCanon;R5;30\nSony;FX3;90\n').toString()).toBe(
    'Asset Tag;Gyártó;Modellje;Napok\nKR-0001;Canon;R5;30\nKR-0002;Sony;FX3;90\n',
  )
})

it('the settings of a source say which column has the tags', () => {
  const settings = { columns: { Sticker: 'asset_tag', Thing: 'model' }, values: {}, clear_token: '<clear>' }
  const { bytes } = tagSheet(Buffer.from('Thing,Sticker,Brand\nR5,,Canon\nFX3,B-7,Sony\n'), [], settings)
  expect(Buffer.from(bytes).toString()).toBe('Thing,Sticker,Brand\nR5,KR-0001,Canon\nFX3,B-7,Sony\n')
})
