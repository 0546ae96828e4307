import { describe, expect, it } from 'vitest'
import { foldText, splitFoldedWords, foldTag } from '../../platform/foldText.ts'

describe('fold', () => {
  it.each([
    ['Größe', 'grosse'],
    ['GROẞE', 'grosse'],
    ['Ærø Ørsted', 'aero orsted'],
    ['Œuvre Łódź Đặc', 'oeuvre lodz dac'],
    ['ΚΟΣΜΟΣ', 'κοσμοσ'],
    ['İstanbul', 'istanbul'],
    ['Ã\u0303', 'a'],
    ['カメラ', 'カメラ'],
    ['ガ', 'カ'],
    ['100% ND_8', '100% nd_8'],
    ['', ''],
  ])('%j is %j', (text, foldedText) => {
    expect(foldText(text)).toBe(foldedText)
    expect(foldText(foldText(text))).toBe(foldedText)
  })
  it('gives the same result for every letter case and normal form', () => {
    for (const text of ['Straße', 'Δίκτυο ΣΑΣ', 'ŠKODA ǅ', 'ﬁlm', 'Ångström'])
      for (const form of ['NFC', 'NFD'] as const) {
        expect(foldText(text.normalize(form))).toBe(foldText(text))
        expect(foldText(text.toLowerCase().normalize(form))).toBe(foldText(text))
      }
  })
  it('splits words at any white space', () => {
    expect(splitFoldedWords(' Canon\u00a0 EOS\tR5\n')).toEqual(['canon', 'eos', 'r5'])
    expect(splitFoldedWords(' \n')).toEqual([])
  })
  it('folds tags by letter case only', () => {
    expect(foldTag('É-1')).toBe(foldTag('e\u0301-1'))
    expect(foldTag('É-1')).not.toBe(foldTag('E-1'))
    expect(foldTag('STRASSE')).toBe(foldTag('straße'))
    expect(foldTag('ΑΣ')).toBe(foldTag('ας'))
  })
})
