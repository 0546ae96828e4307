import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, it } from 'vitest'
import { startLocalStudio, type LocalStudio } from '../../support/localStudio.ts'
import { runCli } from '../../support/cli.ts'
import { fillSection, sectionOf } from './sections.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const document = join(root, 'docs/sheets.md')
const PROMPT = '$ npm run -s kitroom -- '

const examples = [
  {
    name: 'a small studio',
    currency: 'USD',
    sheet: 'studio.xlsx',
    settings: '    sheet: Inventory\n',
    commands: ['sync plan main', 'sync approve main'],
  },
  { name: 'a German sheet', currency: 'EUR', sheet: 'germany.csv', settings: '', commands: ['sync plan main'] },
  {
    name: 'a rental house',
    currency: 'USD',
    sheet: 'rental-10k.csv',
    settings: '    decimal: "."\n',
    commands: ['sync apply main --yes', 'sync plan main'],
  },
]

let studio: LocalStudio | undefined
afterAll(() => studio?.stop())

const withoutIds = (text: string): string => text.replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}/g, '<id>').trimEnd()

/** The document shows the beginning and the end of longer output. */
const MAX_LINES = 50
const FIRST_LINES = 36
const LAST_LINES = 6

function shortened(text: string): string {
  const lines = text.split('\n')
  if (lines.length <= MAX_LINES) return text
  return [...lines.slice(0, FIRST_LINES), `[${lines.length - FIRST_LINES - LAST_LINES} lines more]`, ...lines.slice(-LAST_LINES)].join('\n')
}

it.each(examples)(
  '$name: docs/sheets.md shows the output of the commands; UPDATE_DOCS=1 writes it',
  async ({ name, currency, sheet, settings, commands }) => {
    studio = await startLocalStudio(`sources:\n  - id: main\n    file: ./${sheet}\n${settings}`, currency)
    copyFileSync(join(root, 'test/sheets/fixtures', sheet), join(studio.dataFolder, sheet))
    const output: string[] = []
    for (const command of commands) output.push(PROMPT + command, shortened(withoutIds((await runCli(command.split(' '), studio.env)).out)))
    await studio.stop()
    studio = undefined
    const content = output.join('\n')
    if (process.env['UPDATE_DOCS']) writeFileSync(document, fillSection(readFileSync(document, 'utf8'), name, content))
    expect(sectionOf(readFileSync(document, 'utf8'), name)).toBe(content)
  },
  240_000,
)
