import {
  balticLanguages,
  centralEuropeanLanguages,
  cyrillicLanguages,
  greekLanguages,
  turkishLanguages,
  westernLanguages,
  type Language,
} from './languages.ts'
import type { frequentCharacters } from './vocabulary.ts'

/** An encoding to consider, by WHATWG name. */
export interface Candidate {
  encoding: string
  languages?: readonly Language[]
  characters?: keyof typeof frequentCharacters
  /** Range of the first bytes of frequent two-byte characters. */
  frequentRows?: readonly [number, number]
  detectedAs?: readonly string[]
  /** Prior penalty, in nats. */
  rareness?: number
}

/** Most likely encodings first. The first of two with the same score is chosen. */
export const candidates: readonly Candidate[] = [
  {
    encoding: 'utf-8',
    languages: [
      ...westernLanguages,
      ...centralEuropeanLanguages,
      ...turkishLanguages,
      ...cyrillicLanguages,
      ...greekLanguages,
      ...balticLanguages,
    ],
    detectedAs: ['UTF-8'],
  },
  { encoding: 'windows-1252', languages: westernLanguages, detectedAs: ['ISO-8859-1', 'windows-1252'] },
  { encoding: 'windows-1250', languages: centralEuropeanLanguages, detectedAs: ['ISO-8859-2', 'windows-1250'] },
  { encoding: 'windows-1251', languages: cyrillicLanguages, detectedAs: ['windows-1251'] },
  { encoding: 'windows-1254', languages: turkishLanguages, detectedAs: ['ISO-8859-9', 'windows-1254'], rareness: 0.5 },
  { encoding: 'macintosh', languages: westernLanguages, rareness: 1 },
  { encoding: 'shift_jis', characters: 'Japanese', frequentRows: [0x88, 0x97], detectedAs: ['Shift_JIS'] },
  { encoding: 'gb18030', characters: 'simplified Chinese', frequentRows: [0xb0, 0xd7], detectedAs: ['GB18030'] },
  { encoding: 'big5', characters: 'traditional Chinese', frequentRows: [0xa4, 0xc6], detectedAs: ['Big5'] },
  { encoding: 'euc-kr', characters: 'Korean', frequentRows: [0xb0, 0xc8], detectedAs: ['EUC-KR'] },
  { encoding: 'euc-jp', characters: 'Japanese', frequentRows: [0xb0, 0xcf], detectedAs: ['EUC-JP'] },
  { encoding: 'iso-8859-2', languages: centralEuropeanLanguages, detectedAs: ['ISO-8859-2'], rareness: 2 },
  { encoding: 'windows-1253', languages: greekLanguages, detectedAs: ['windows-1253', 'ISO-8859-7'], rareness: 1 },
  { encoding: 'windows-1257', languages: balticLanguages, detectedAs: ['windows-1257'], rareness: 2 },
  { encoding: 'koi8-r', languages: cyrillicLanguages.slice(0, 1), detectedAs: ['KOI8-R'], rareness: 2 },
  { encoding: 'ibm866', languages: cyrillicLanguages.slice(0, 1), rareness: 3 },
]

/** Encodings to suggest for `encoding:`: the candidates, and UTF-16, which is detected by its zero bytes. */
export const encodingNames: readonly string[] = [...candidates.map(({ encoding }) => encoding), 'utf-16le', 'utf-16be']
