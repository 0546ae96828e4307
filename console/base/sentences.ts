import { useMemo } from 'react'
import { createSentences, type Sentences } from './createSentences.ts'
import { useFormat } from './format.ts'
import { useTexts } from './language.tsx'

/** The sentences of the page's language, with the studio's dates. */
export function useSentences(): Sentences {
  const texts = useTexts()
  const format = useFormat()
  return useMemo(() => createSentences(texts, format), [texts, format])
}
