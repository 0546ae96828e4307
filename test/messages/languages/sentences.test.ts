import { describe, expect, it } from 'vitest'
import { cellSentences } from '../../../contract/sentences/cells.ts'
import { columnSentences } from '../../../contract/sentences/columns.ts'
import { deliverySentences } from '../../../contract/sentences/deliveries.ts'
import { fileSentences } from '../../../contract/sentences/files.ts'
import { googleSentences } from '../../../contract/sentences/google.ts'
import { outcomeSentences } from '../../../contract/sentences/outcomes.ts'
import { reminderSentences } from '../../../contract/sentences/reminders.ts'
import { rowSentences } from '../../../contract/sentences/rows.ts'
import { settingSentences } from '../../../contract/sentences/settings.ts'
import { englishSentences, restate, say, sayAll } from '../../../contract/sentences/say.ts'
import { sayOutgoingFault } from '../../../contract/sentences/sayOutgoingFault.ts'
import type { Sentence } from '../../../contract/sentences/sentence.ts'
import { stepSentences } from '../../../contract/sentences/steps.ts'
import { germanSentences } from '../../../messages/languages/de/sentences/all.ts'
import { frenchSentences } from '../../../messages/languages/fr/sentences/all.ts'
import { spanishSentences } from '../../../messages/languages/es/sentences/all.ts'
import { translate, type AnySentences, type Words } from '../../../messages/languages/sentences.ts'

type AnySentence = (values: Sentence['values'], words: Words) => string

const words: Words = {
  field: (name) => name,
  gearType: (name) => name,
  value: (_field, value) => value,
  day: (day) => day,
  number: (value) => String(value),
}

/** Values that only the English sentence names: the rule of the contract is a part of an English sentence. */
const UNSAID: Readonly<Record<string, readonly string[]>> = { against_contract: ['rule'] }
/** Sentences that are a mark, or only values. */
const SAME: ReadonlySet<string> = new Set(['full_stop', 'miscount', 'of_item'])
/** Values with a form, which a sentence takes apart. */
const SAMPLES: Readonly<Record<string, string | number>> = {
  content: 'date',
  fact: 'decimal comma',
  readings: '"Größe" in windows-1252',
  language: 'German',
  scale: 'density',
  type: 'lens',
}

/** Says a sentence with a different value for each name, and lists the names that it reads. */
function sayTracked(sentence: AnySentence, isNumber: boolean): { text: string; read: Set<string> } {
  const read = new Set<string>()
  const values = new Proxy<Sentence['values']>(
    {},
    {
      get: (_target, name) => {
        read.add(String(name))
        const sample = SAMPLES[String(name)]
        if (sample !== undefined) return sample
        return isNumber ? 4711 : `‹${String(name)}›`
      },
    },
  )
  return { text: sentence(values, words), read }
}

/** Values of numbers are formatted, so a sentence that fails with texts is said with numbers. */
function sayEither(sentence: AnySentence): { text: string; read: Set<string> } {
  try {
    return sayTracked(sentence, false)
  } catch {
    return sayTracked(sentence, true)
  }
}

const codes = Object.keys(englishSentences) as (keyof typeof englishSentences)[]
const tables: Readonly<Record<string, AnySentences>> = {
  German: germanSentences,
  French: frenchSentences,
  Spanish: spanishSentences,
}
const all = Object.entries(tables).flatMap(([language, table]) =>
  Object.keys(table).map((code): [string, string, AnySentence] => [language, code, table[code] as AnySentence]),
)

/** English words that are no words of the other languages, and no names of settings. */
const ENGLISH_WORDS =
  /\b(?:the|and|or|is|are|this|that|which|with|cannot|row|rows|cell|sheet|write|set|have|file|items?)\b(?![:_=])/

it('the German sentences are those of the English table', () => {
  expect(Object.keys(germanSentences).toSorted()).toEqual(codes.toSorted())
})

it('causes of reminders, channels, Google and steps have a sentence in each language, and no code twice', () => {
  const parts = [reminderSentences, deliverySentences, googleSentences, stepSentences].flatMap(Object.keys)
  for (const table of Object.values(tables)) expect(Object.keys(table)).toEqual(expect.arrayContaining(parts))
  const others = [
    cellSentences,
    rowSentences,
    columnSentences,
    fileSentences,
    outcomeSentences,
    settingSentences,
  ].flatMap(Object.keys)
  expect([...parts, ...others].toSorted()).toEqual(codes.toSorted())
})

it('each reason of a refused address is said with the variable that allows more', () => {
  const of = (reason: Parameters<typeof sayOutgoingFault>[0]['reason'], purpose: 'channel' | 'source' = 'channel') =>
    sayOutgoingFault({ reason, port: 25 }, { purpose, variable: 'KITROOM_CHANNEL_ALLOW' })
  expect(of('address_port').message).toBe(
    'Reminders go to port 443 or 8443, not to 25. The operator of the worker can allow it with KITROOM_CHANNEL_ALLOW.',
  )
  expect(translate(of('address_port', 'source').sentences, germanSentences, words)).toBe(
    'Tabellen werden von Port 443 oder 8443 abgerufen, nicht von 25. Wer den Worker betreibt, kann sie mit KITROOM_CHANNEL_ALLOW erlauben.',
  )
  expect(translate(of('address_http').sentences, germanSentences, words)).toBe(
    'Die Adresse muss mit https:// beginnen, nicht mit http://.',
  )
})

it('a receiver is named by the type of its channel', () => {
  const to = { receiver: 'ntfy', name: 'ntfy.sh' }
  const said = sayAll(
    say('receiver_too_slow', { ...to, seconds: 30 }),
    say('receiver_unconfirmed', { ...to, code: 'X' }),
  )
  expect(said.message).toBe(
    'The ntfy server ntfy.sh cannot be reached: no answer within 30 seconds. It is unknown whether the ntfy server ntfy.sh accepted the message: X.',
  )
  expect(translate(said.sentences, germanSentences, words)).toBe(
    'Der ntfy-Server ntfy.sh ist nicht erreichbar: keine Antwort in 30 Sekunden. Ob der ntfy-Server ntfy.sh die Nachricht angenommen hat, ist nicht bekannt (X).',
  )
})

describe('a sentence of another language', () => {
  it.each(all)('%s: %s differs from the English one and names the same values', (_language, code, sentence) => {
    const english = sayEither(englishSentences[code as keyof typeof englishSentences] as AnySentence)
    const translated = sayEither(sentence)
    const same = SAME.has(code) ? english.text.trim() : ''
    expect(translated.text.replace(' :', ':').trim() === english.text.trim()).toBe(same !== '')
    expect([...translated.read].toSorted()).toEqual(
      [...english.read].filter((name) => !UNSAID[code]?.includes(name)).toSorted(),
    )
  })

  it.each(all)('%s: %s has no English words', (_language, _code, sentence) => {
    expect(sayEither(sentence).text.replaceAll(/‹\w+›/g, '')).not.toMatch(ENGLISH_WORDS)
  })
})

it('sentences that follow each other are joined, and a mark joins without a space', () => {
  const said = sayAll(
    say('header_lacks', { row: 3, fields: 'brand' }),
    say('no_key', { column: 'A "Nr"' }),
    say('counts_rows'),
    say('full_stop'),
  )
  expect(said.message).toBe('The header in row 3 has no column for brand. A "Nr" is not the key: it counts the rows.')
  expect(translate(said.sentences, germanSentences, words)).toBe(
    'Der Kopfzeile in Zeile 3 fehlt eine Spalte für „brand“. A „Nr“ bestimmt das Gerät nicht: sie zählt die Zeilen.',
  )
})

it('a way out begins a text, or follows another one', () => {
  const said = sayAll(
    say('add_settings', { settings: 'columns: { "Bez": model }\ndefaults: { brand: CHOOSE }' }),
    say('or_add_columns', { fields: 'brand, asset_tag' }),
  )
  expect(said.message).toBe(
    'Add to the source in kitroom.yaml columns: { "Bez": model } and defaults: { brand: CHOOSE }. Or add a Brand column and an Asset Tag column with a value in each row.',
  )
  expect(translate(said.sentences, germanSentences, words)).toBe(
    'Ergänzen Sie in kitroom.yaml bei der Quelle columns: { "Bez": model } und defaults: { brand: CHOOSE }. Oder ergänzen Sie eine Spalte „brand“ und eine Spalte „asset_tag“, mit einem Wert in jeder Zeile.',
  )
})

it('a text without sentences, or with one of a later version, stays English', () => {
  expect(translate(undefined, germanSentences, words)).toBeUndefined()
  expect(translate([], germanSentences, words)).toBeUndefined()
  const later = [...say('no_number', { text: 'x' }).sentences, { code: 'of_a_later_version', values: {} }]
  expect(translate(later, germanSentences, words)).toBeUndefined()
  expect(translate([{ code: 'toString', values: {} }], germanSentences, words)).toBeUndefined()
})

it('a sentence can be said again with another value', () => {
  const said = restate(say('no_number', { text: '1200' }), (value) => (value === '1200' ? '1.200 h' : value))
  expect(said).toEqual({
    message: '"1.200 h" is not a number.',
    sentences: [{ code: 'no_number', values: { text: '1.200 h' } }],
  })
})
