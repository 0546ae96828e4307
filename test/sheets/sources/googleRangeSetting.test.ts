// The setting range: of a google_sheet source.
import { expect, it } from 'vitest'
import { loadConfig } from '../../../config/config.ts'

const ID = '1AbCdEfGhIjKlMnOpQrStUvWxYz0123456789'
const config = (...entries: string[]) =>
  loadConfig(`sources:\n${entries.map((entry, index) => `  - id: s${index}\n${entry}`).join('')}`).sources
const ofGoogle = (range: string, more = ''): string => `    google_sheet: ${ID}\n    range: ${range}\n${more}`

it.each([
  ['A3:K500', 'A3:K500'],
  ['A3:K', 'A3:K'],
  ['a:k', 'A:K'],
  ['3:500', '3:500'],
  ['$B$2:$AB$9', 'B2:AB9'],
])('%s is accepted', (text, range) => {
  expect(config(ofGoogle(`"${text}"`))[0]?.range).toBe(range)
  expect(config(ofGoogle(text))[0]?.range).toBe(range)
})

it.each([
  ['""', 'must be a range of cells such as A3:K500'],
  ['A3', 'must be a range of cells such as A3:K500'],
  ['A0:K5', 'must be a range of cells such as A3:K500'],
  ['A:K500', 'must be a range of cells such as A3:K500'],
  ['A3:500', 'must be a range of cells such as A3:K500'],
  ['A1:B2:C3', 'must be a range of cells such as A3:K500'],
  ['12', 'must be a range of cells such as A3:K500'],
  ['Inventory!A3:K500', 'must not name a sheet: its name belongs under sheet:'],
  ['K3:A500', 'ends before it begins: give the upper left corner first'],
  ['A500:K3', 'ends before it begins: give the upper left corner first'],
])('%s is refused with its line', (text, message) => {
  expect(() => config(ofGoogle(text))).toThrow(`kitroom.yaml:4: sources.0.range: ${message}`)
})

it.each(['file: gear.csv', 'url: https://example.com/gear.csv'])('is refused for %s', (location) => {
  expect(() => config(`    ${location}\n    range: A3:K500\n`)).toThrow(
    /kitroom\.yaml:4: sources\.0\.range: is for google_sheet:; Kitroom reads the whole sheet of (?:file|url):/,
  )
})

const written = (range: string, more = ''): string => ofGoogle(range, `    write_back: true\n${more}`)
const whole = `    google_sheet: ${ID}\n    write_back: true\n`
const shared = 'kitroom.yaml:9: sources.1.write_back: "s0" writes beside rows of this range too'
it('two sources may not write beside the same rows', () => {
  expect(() => config(written('A:F'), written('H:M'))).toThrow(shared)
  expect(() => config(written('A1:F50'), written('A50:F'))).toThrow(shared)
  expect(() => config(written('A1:F50', '    sheet: Gear\n'), written('H1:M50'))).toThrow(
    /"s0" writes beside rows of this range too/,
  )
  expect(() => config(written('A1:F50'), whole)).toThrow(/"s0" writes beside rows of this range too/)
})

it('two sources may write beside other rows, into other sheets, or only one of them at all', () => {
  expect(config(written('A1:F50'), written('A51:F'))).toHaveLength(2)
  expect(config(written('A:F'), ofGoogle('H:M'))).toHaveLength(2)
  expect(config(written('A:F', '    sheet: Gear\n'), written('A:F', '    sheet: Lenses\n'))).toHaveLength(2)
  expect(
    config(
      written('A:F').replace(ID, `https://docs.google.com/spreadsheets/d/${ID}/edit#gid=1`),
      written('A:F').replace(ID, `https://docs.google.com/spreadsheets/d/${ID}/edit#gid=2`),
    ),
  ).toHaveLength(2)
  expect(config(written('A:F'), written('A:F').replace(ID, `${ID}x`))).toHaveLength(2)
  expect(config(whole, whole)).toHaveLength(2)
})
