import { describe, expect, it } from 'vitest'
import {
  findStaleLineProperties,
  hasLines,
  mergeDescription,
  toLineProperties,
} from '../../../calendars/google/description.ts'
import { createSeededRandom } from '../../support/random.ts'

const OWN = 'Client: Ada\nPlaces: Roof, Hafen'
const NEXT = 'Client: Grace\nPlaces: Roof, Hafen'
const merge = (found: string, wanted = NEXT, own = OWN): string =>
  mergeDescription(found, toLineProperties(own), wanted, 8000)

describe('text of people', () => {
  it.each([
    ['alone', OWN, NEXT],
    ['below', `${OWN}\nBring an umbrella`, `${NEXT}\n\nBring an umbrella`],
    ['above', `Meet at 9\n\n${OWN}`, `Meet at 9\n\n${NEXT}`],
    ['on both sides', `Meet at 9\n${OWN}\n\nCall Bo`, `Meet at 9\n\n${NEXT}\n\nCall Bo`],
    ['between', 'Client: Ada\nCall Bo\nPlaces: Roof, Hafen', `${NEXT}\n\nCall Bo`],
    ['alone, after somebody removed the rest', 'Bring an umbrella', `${NEXT}\n\nBring an umbrella`],
    ['a changed line', 'Client: Ada Lovelace\nPlaces: Roof, Hafen', `Client: Ada Lovelace\n\n${NEXT}`],
    ['the same line once more', `${OWN}\nClient: Ada`, `${NEXT}\n\nClient: Ada`],
    [
      'after Google’s editor',
      'Client: Ada<br>Places: Roof, Hafen<br><br><b>Bring</b> an umbrella',
      'Client: Grace<br>Places: Roof, Hafen<br><br><b>Bring</b> an umbrella',
    ],
    [
      'as a list',
      '<p>Client: Ada</p><p>Places:&nbsp;Roof,&nbsp;Hafen</p><ul><li>Umbrella</li></ul>',
      'Client: Grace<br>Places: Roof, Hafen<br><br><ul><li>Umbrella</li></ul>',
    ],
  ])('%s', (_, found, merged) => {
    expect(merge(found)).toBe(merged)
  })

  it('stays when Kitroom has none any more, and alone when it had none', () => {
    expect(merge(`${OWN}\n\nCall Bo`, '')).toBe('Call Bo')
    expect(merge('Call Bo', '', '')).toBe('Call Bo')
    expect(merge('Call Bo', NEXT, '')).toBe(`${NEXT}\n\nCall Bo`)
  })

  it('is whole where both together are too long', () => {
    const others = 'x'.repeat(7990)
    expect(mergeDescription(`${OWN}\n\n${others}`, toLineProperties(OWN), NEXT, 8000)).toBe(
      `${NEXT.slice(0, 8)}\n\n${others}`,
    )
    expect(mergeDescription('x'.repeat(8000), toLineProperties(''), NEXT, 8000)).toBe('x'.repeat(8000))
  })

  it.each([
    ['escaped text', '&lt;b&gt;Ada&lt;/b&gt; &amp; Bo'],
    ['a link', 'See https://example.com/a?b=1&c=2'],
    ['other languages', '顧客: エイダ\nКлиент: Ада\nعميل: آدا'],
    ['400 lines', Array.from({ length: 400 }, (_, line) => `Line ${line}`).join('\n')],
  ])('beside %s does not keep it', (_, own) => {
    expect(merge(`${own}\n\nCall Bo`, 'New', own)).toBe('New\n\nCall Bo')
    const html = `${own.replaceAll('\n', '<br>')}<br><br>Call <i>Bo</i>`
    expect(merge(html, 'New', own)).toBe('New<br><br>Call <i>Bo</i>')
    for (const value of Object.values(toLineProperties(own))) expect(value.length).toBeLessThanOrEqual(1024)
  })

  it('survives any number of changes, with random edits between them', () => {
    const random = createSeededRandom(29)
    const pick = (count: number): number => Math.floor(random.next() * count)
    for (let life = 0; life < 200; life++) {
      const notes: string[] = []
      let own = ''
      let text = ''
      for (let step = 0; step < 6; step++) {
        const lines = text === '' ? [] : text.split('\n')
        const note = `note ${life}.${step}`
        lines.splice(pick(lines.length + 1), 0, note)
        notes.push(note)
        text = lines.join('\n')
        const next = Array.from({ length: pick(4) }, (_, line) => `own ${line} ${pick(3)}`).join('\n')
        text = mergeDescription(text, toLineProperties(own), next, 8000)
        own = next
      }
      const found = text.split('\n').filter((line) => line !== '')
      expect(found.toSorted()).toEqual([...notes, ...own.split('\n').filter((line) => line !== '')].toSorted())
    }
  })
})

it('lines of people are no drift, and a missing line of Kitroom is', () => {
  expect(hasLines(`Meet at 9<br>${OWN.replace('\n', '<br>')}`, OWN)).toBe(true)
  expect(hasLines('', '')).toBe(true)
  expect(hasLines('Call Bo', '')).toBe(true)
  expect(hasLines('Client: Ada\nPlaces: Roof', OWN)).toBe(false)
  expect(hasLines('a\nb', 'a\na\nb')).toBe(false)
})

it('properties of a longer description are removed with it', () => {
  const long = toLineProperties(Array.from({ length: 400 }, (_, line) => `Line ${line}`).join('\n'))
  expect(Object.keys(long)).toEqual(['lines0', 'lines1', 'lines2'])
  expect(findStaleLineProperties({ ...long, hash: 'a' }, toLineProperties('one'))).toEqual(['lines1', 'lines2'])
  expect(toLineProperties('')).toEqual({})
})
