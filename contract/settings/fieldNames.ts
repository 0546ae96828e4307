import { FIELD_NAME } from '../api/customFieldValues.ts'
import { reservedFieldNames } from './reservedFieldNames.ts'

/** Letters that no accent makes from a letter of a to z. */
const letters: Readonly<Record<string, string>> = {
  ä: 'ae',
  ö: 'oe',
  ü: 'ue',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  å: 'a',
  ł: 'l',
  đ: 'd',
}
const MAX_LENGTH = 40

/** True for a name that an own field can have. */
export const isFieldName = (name: string): boolean =>
  FIELD_NAME.test(name) && !reservedFieldNames.has(name) && !(name in {})

const cut = (text: string, length: number): string => text.slice(0, length).replace(/_+$/, '')

/**
 * Makes the name of an own field from its label: `Händler-Nr.` becomes `haendler_nr`. A label without letters of a to z
 * becomes `field`.
 * @param taken names that the account has
 */
export function toFieldName(label: string, taken: readonly string[] = []): string {
  const plain = label
    .toLowerCase()
    .replaceAll(/[äöüßæœøåłđ]/g, (letter) => letters[letter] ?? letter)
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^[_0-9]+|_+$/g, '')
  const base = cut(plain === '' ? 'field' : plain, MAX_LENGTH)
  for (let number = 1; ; number++) {
    const name = number === 1 ? base : `${cut(base, MAX_LENGTH - 4)}_${number}`
    if (isFieldName(name) && !taken.includes(name)) return name
  }
}
