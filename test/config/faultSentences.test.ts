import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { sayParserFault } from '../../config/readYaml.ts'
import type { Said } from '../../contract/sentences/say.ts'
import { settingSentences } from '../../contract/sentences/settings.ts'
import { createTexts } from '../../messages/languages/texts.ts'
import { findSettingsError } from '../support/configFaults.ts'
import { examples, withoutExample } from './examples.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** English words that are no names of settings and no words of the other languages. */
const ENGLISH =
  /\b(?:the|and|is|are|this|that|which|with|must|cannot|has|have|not|such|too|one|least|most|needs?|leave|give|address of|day of)\b(?![:_=])/gi

/** Codes of the YAML parser that no text of a file gives, or that this parser gives no more. */
const UNSEEN = ['yaml_bad_collection', 'yaml_key_no_text', 'yaml_not_readable', 'yaml_unknown_tag']

const faultsOf = (text: string): readonly Said[] => findSettingsError(text).faults

const codesOf = (faults: readonly Said[]): string[] =>
  faults.flatMap(({ sentences }) => sentences.map(({ code }) => code))

/**
 * Leaves out what stays as it is in each language: names of settings, examples of values, and quotations of the file.
 */
const withoutNames = (text: string): string =>
  text.replaceAll(/`[^`]*`|\{[^}]*\}|"[^"]*"|„[^“]*“|« [^»]* »|«[^»]*»|: [\w-]+(?:, [\w-]+)+|https?:\S+/g, '')

const known = Object.entries(examples)

it('each sentence has an example, unless no text of a file has that fault', () => {
  const missing = Object.keys(settingSentences).filter((code) => !Object.hasOwn(examples, code))
  expect(missing.toSorted()).toEqual([...withoutExample, ...UNSEEN].toSorted())
})

it.each(known)('%s is said of its example, in each language', (code, text) => {
  const faults = faultsOf(text)
  expect(codesOf(faults)).toContain(code)
  for (const language of ['de', 'fr', 'es'] as const) {
    const { say } = createTexts(language)
    for (const { message, sentences } of faults) {
      const translated = say(message, sentences)
      expect(translated).not.toContain(message)
      expect(withoutNames(translated).match(ENGLISH)).toBeNull()
      expect(translated).toMatch(/^kitroom\.yaml, (?:Zeile|ligne|línea) \d+.*\.$/s)
    }
  }
})

it('a fault has its line, its path and its values for programs', () => {
  expect(faultsOf('reminders:\n  at: 9h\n  farbe: rot\n')).toEqual([
    {
      message: 'kitroom.yaml:2: reminders.at: must be a time such as "08:00", in quotes',
      sentences: [
        { code: 'setting_in_line', values: { file: 'kitroom.yaml', line: 2, path: 'reminders.at' } },
        { code: 'setting_time', values: { example: '08:00' } },
      ],
    },
    {
      message: 'kitroom.yaml:3: "farbe" is no setting of reminders',
      sentences: [
        { code: 'line_of_settings', values: { file: 'kitroom.yaml', line: 3 } },
        { code: 'setting_unknown', values: { name: 'farbe', section: 'reminders' } },
      ],
    },
  ])
})

it('a fault of the parser keeps its words in English, and is said by its code in German', () => {
  const [fault] = faultsOf('sources:\n\t- a\n')
  expect(fault?.message).toBe('kitroom.yaml:2: Tabs are not allowed as indentation')
  expect(createTexts('de').say(fault?.message ?? '', fault?.sentences)).toBe(
    'kitroom.yaml, Zeile 2: Die Zeile ist mit einem Tabulator eingerückt. Verwenden Sie Leerzeichen.',
  )
})

it('a code that only a later parser has is said in general', () => {
  const { message, sentences } = sayParserFault({ code: 'INVENTED_LATER', message: 'Odd anchors are odd' })
  expect({ message, german: createTexts('de').say(message, sentences) }).toEqual({
    message: 'Odd anchors are odd',
    german: 'Die Zeile ist als YAML nicht lesbar.',
  })
})

it('no schema of kitroom.yaml has a message of its own, which no other language would have', () => {
  const own = /message: ['`]|['`](?:must|is|are|needs|names|has|have|cannot|may) |code: 'custom', (?:path|message)/
  const folders = 'config/**,sheets/settings/**,sheets/sources/**,calendars/*settings.ts,calendars/google/settings.ts'
  const files = globSync(`{${folders},messages/channels/**}/*.ts`, { cwd: root })
  expect(files.filter((file) => own.test(readFileSync(join(root, file), 'utf8')))).toEqual([])
})
