import { describe, expect, it } from 'vitest'
import { languages } from '../../../messages/languages/language.ts'
import { getTexts, type Texts } from '../../../messages/languages/texts.ts'
import { renderTexts, type RenderedText } from './walkTexts.ts'

// Every text in every language, with sample parameters, compared with English.

/** Words that other languages share with English. */
const SHARED: Readonly<Record<string, readonly string[]>> = {
  de: ['colon', 'facts.status'],
  fr: [
    'facts.client',
    'facts.date',
    'facts.document',
    'other.countMessages(0)',
    'other.countMessages(1)',
    'problems.facts.source',
  ],
  es: ['colon'],
}

/** None of them is a word of German, French or Spanish. */
const ENGLISH_WORD =
  /\b(?:the|of|and|is|are|has|have|your|you|this|that|with|until|from|not|again|its|cannot|reminders?|maintenance|warrant(?:y|ies)|insurances?|ended|item|days?)\b/iu

function renderAll(texts: Texts): Map<string, RenderedText> {
  const { language: _language, timeZone: _timeZone, format: _format, say: _say, ...wording } = texts
  return new Map(renderTexts(wording).map((rendered) => [rendered.path, rendered]))
}

const english = renderAll(getTexts('en'))
const commandOf = (text: string): string => text.replaceAll(/npm run kitroom -- [a-z ]+(?=[).,]|$)/g, '')

describe.each(languages.filter((language) => language !== 'en'))('%s', (language) => {
  const translated = renderAll(getTexts(language))

  it('has the same texts as English', () => {
    expect([...translated.keys()]).toEqual([...english.keys()])
  })

  it('translates each of them', () => {
    const same = [...translated.values()].filter(
      ({ path, text }) => english.get(path)?.text === text && /\p{L}/u.test(text.replace('x-4711', '')),
    )
    const expected = SHARED[language]?.filter((path) => path !== 'colon') ?? []
    expect(same.map(({ path }) => path).filter((path) => !expected.includes(path))).toEqual([])
  })

  it('leaves no English word', () => {
    const leaks = [...translated.values()].filter(({ text }) => ENGLISH_WORD.test(commandOf(text)))
    expect(leaks.map(({ path, text }) => `${path}: ${text}`)).toEqual([])
  })

  it('says every parameter that English says', () => {
    const missing = [...translated.values()].flatMap(({ path, text, parameters }) =>
      parameters
        .filter((value) => english.get(path)?.text.includes(value) && !text.includes(value))
        .map((value) => `${path} lacks ${value}: ${text}`),
    )
    // The names of document types are part of the sentence in languages with articles.
    expect(missing.filter((line) => !/^coverage\.of(?:Item|Document)\(\d\) lacks Type:/.test(line))).toEqual([])
  })

  it('ends sentences and capitals as English does', () => {
    const differing = [...translated.values()].filter(
      ({ path, text }) => /[.…]$/u.test(text) !== /[.…]$/u.test(english.get(path)?.text ?? ''),
    )
    expect(differing.map(({ path }) => path)).toEqual([])
    expect(
      [...translated.values()]
        .filter(({ path, text }) => path !== 'colon' && (text !== text.trim() || text === ''))
        .map(({ path }) => path),
    ).toEqual([])
  })
})
