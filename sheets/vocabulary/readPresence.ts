import { toLookupKey, toLookupWords } from './lookupKey.ts'
import {
  goneHeaderWords,
  goneWords,
  hereWords,
  negations,
  outWords,
  presenceFillers,
  weakGoneWords,
} from './presenceWords.ts'

/** Meaning of a text about items: gone, still there, or with somebody. `unclear`: words of both kinds. */
export type Presence = 'gone' | 'here' | 'out' | 'unclear'

interface Words {
  whole: ReadonlySet<string>
  /** Beginnings of single words. */
  prefixes: readonly string[]
}

function buildWords(lists: readonly string[]): Words {
  const words = lists.flatMap((list) => list.split(', '))
  return {
    whole: new Set(words.filter((word) => !word.endsWith('*')).map(toLookupKey)),
    prefixes: words.filter((word) => word.endsWith('*')).map(toLookupKey),
  }
}

type WordKind = 'out' | 'gone' | 'header' | 'weak' | 'here' | 'negation' | 'filler'

const tables: readonly (readonly [WordKind, Words])[] = [
  ['out', buildWords(outWords)],
  ['gone', buildWords(goneWords)],
  ['header', buildWords(goneHeaderWords)],
  ['weak', buildWords(weakGoneWords)],
  ['here', buildWords(hereWords)],
  ['negation', buildWords(negations)],
  ['filler', buildWords(presenceFillers)],
]

const hasWord = ({ whole, prefixes }: Words, text: string, isSingle: boolean): boolean =>
  whole.has(text) || (isSingle && prefixes.some((prefix) => text.startsWith(prefix)))

const MAX_PHRASE_WORDS = 4
const MAX_CHARACTERS = 80

function findKind(text: string, isSingle: boolean): WordKind | undefined {
  return tables.find(([, words]) => hasWord(words, text, isSingle))?.[0]
}

/** Splits a text into the kinds of its words. The longest phrase comes first: "no longer", "mise au rebut". */
function listKinds(words: readonly string[]): (WordKind | undefined)[] {
  const kinds: (WordKind | undefined)[] = []
  for (let index = 0; index < words.length;) {
    let length = Math.min(MAX_PHRASE_WORDS, words.length - index)
    let kind: WordKind | undefined
    for (; length > 0; length--) {
      kind = findKind(words.slice(index, index + length).join(''), length === 1)
      if (kind !== undefined) break
    }
    kinds.push(kind ?? (/^\d+$/.test(words[index] ?? '') ? 'filler' : undefined))
    index += Math.max(length, 1)
  }
  return kinds
}

/** Splits `isActive` and `DateRemoved`. */
const splitCamelCase = (text: string): string => text.replaceAll(/(?<=\p{Ll})(?=\p{Lu}\p{Ll})/gu, ' ')

const OPPOSITES = { gone: 'here', here: 'gone', out: 'here' } as const

/** @param weak kinds that count as gone */
function combine(kinds: readonly (WordKind | undefined)[], weak: readonly WordKind[]): Presence | undefined {
  const found = new Set<'gone' | 'here' | 'out'>()
  let isNegated = false
  for (const kind of kinds) {
    if (kind === 'negation') isNegated = true
    const presence = kind !== undefined && weak.includes(kind) ? 'gone' : kind
    if (presence !== 'gone' && presence !== 'here' && presence !== 'out') continue
    found.add(isNegated ? OPPOSITES[presence] : presence)
    isNegated = false
  }
  if (found.size < 2) return [...found][0]
  return found.has('here') ? 'unclear' : 'gone'
}

const readKinds = (text: string): (WordKind | undefined)[] =>
  text.length > MAX_CHARACTERS ? [] : listKinds(toLookupWords(splitCamelCase(text)))

/** Reads a header or cell that consists of words about presence only: "Date removed", "Noch vorhanden?". */
export function readPresence(text: string): Presence | undefined {
  const kinds = readKinds(text)
  return kinds.includes(undefined) || kinds.includes('weak') ? undefined : combine(kinds, ['header'])
}

/**
 * Reads a title with such a word among others: "Returned to Smith Rentals".
 * @param isMain true for the title of a whole sheet: it must have no other words, and "Equipment checkout" means
 * nothing
 * @returns undefined also for gear that is there
 */
export function readTitlePresence(text: string, isMain: boolean): 'gone' | 'out' | undefined {
  const kinds = readKinds(text)
  if (isMain && (kinds.includes(undefined) || kinds.includes('out'))) return undefined
  const presence = combine(kinds, kinds.includes(undefined) ? [] : ['weak'])
  if (presence === 'unclear') return 'gone'
  return presence === 'here' ? undefined : presence
}
