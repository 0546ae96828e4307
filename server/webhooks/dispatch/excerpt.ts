import { maskSecrets } from '../../../platform/maskSecrets.ts'

/** What is kept of an answer, characters. */
const MAX_CHARACTERS = 1000
/** Controls, and what turns or hides text: in a log or a terminal they would act. */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\u2028\u2029]/gu

/** The beginning of an answer's body as one harmless line without secrets; null when there is nothing. */
export function excerptOf(body: Uint8Array): string | null {
  const text = maskSecrets(new TextDecoder().decode(body))
  const plain = Array.from(text.replace(UNSAFE, ' '))
  return plain.length === 0 ? null : plain.slice(0, MAX_CHARACTERS).join('')
}
