import { maskSecrets } from '../../../platform/maskSecrets.ts'

const MAX_CHARACTERS = 1000
/** Control and format characters, which could change a log or a terminal. */
const UNSAFE_CHARACTERS = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\u2028\u2029]/gu

/** The beginning of an answer's body as one sanitised line without secrets; null when empty. */
export function excerptOf(body: Uint8Array): string | null {
  const text = maskSecrets(new TextDecoder().decode(body))
  const plain = Array.from(text.replace(UNSAFE_CHARACTERS, ' '))
  return plain.length === 0 ? null : plain.slice(0, MAX_CHARACTERS).join('')
}
