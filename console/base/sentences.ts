import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { customFieldsQuery } from '../api/queries.ts'
import { createSentences, type Sentences } from './createSentences.ts'
import { useFormat } from './format.ts'
import { useTexts } from './language.tsx'

/** The sentences of the page's language, with the studio's dates. */
export function useSentences(): Sentences {
  const texts = useTexts()
  const format = useFormat()
  // A page that shows own fields has read them. Others need no labels of them.
  const { data } = useQuery({ ...customFieldsQuery, enabled: false })
  return useMemo(
    () => createSentences(texts, format, Object.fromEntries((data ?? []).map(({ name, label }) => [name, label]))),
    [texts, format, data],
  )
}
