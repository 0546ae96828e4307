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
    firstLines: 28,
  },
  {
    name: 'a German sheet',
    currency: 'EUR',
    sheet: 'germany.csv',
    settings: '',
    commands: ['sync plan main'],
    firstLines: 28,
  },
  {
    name: 'a rental house',
    currency: 'USD',
    sheet: 'rental-10k.csv',
    settings: '    decimal: "."\n',
    commands: ['sync apply main --yes', 'sync plan main'],
    firstLines: 10,
  },
]

let studio: LocalStudio | undefined
afterAll(() => studio?.stop())

const withoutIds = (text: string): string => text.replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}/g, '<id>').trimEnd()

const LAST_LINES = 6

/** The document shows the beginning and the end of longer output. */
function shortened(text: string, firstLines: number): string {
  const lines = text.split('\n')
  const omittedCount = lines.length - firstLines - LAST_LINES
  return omittedCount <= 1
    ? text
    : [...lines.slice(0, firstLines), `[${omittedCount} lines more]`, ...lines.slice(-LAST_LINES)].join('\n')
}

it.each(examples)(
  '$name: docs/sheets.md shows the output of the commands; UPDATE_DOCS=1 writes it',
  async ({ name, currency, sheet, settings, commands, firstLines }) => {
    studio = await startLocalStudio(`sources:\n  - id: main\n    file: ./${sheet}\n${settings}`, currency)
    copyFileSync(join(root, 'test/sheets/fixtures', sheet), join(studio.dataFolder, sheet))
    const output: string[] = []
    const said: string[] = []
    for (const command of commands) {
      const { out, err } = await runCli(command.split(' '), studio.env)
      output.push(PROMPT + command, shortened(withoutIds(out), firstLines))
      said.push(err)
    }
    await studio.stop()
    studio = undefined
    const content = output.join('\n')
    if (process.env['UPDATE_DOCS']) writeFileSync(document, fillSection(readFileSync(document, 'utf8'), name, content))
    expect(sectionOf(readFileSync(document, 'utf8'), name), said.join('\n')).toBe(content)
  },
)
