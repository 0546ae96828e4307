import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTexts } from '../base/language.tsx'

/** Queries that read the profile or the subscription. */
const ACCOUNT_QUERIES = ['ownProfile', 'profile', 'subscription']

/**
 * Counts the saves of a form of the profile or the subscription.
 * @returns the count, as the key of the form, and the handler of a save
 */
export function useSaveCount(): { saves: number; onSaved: () => Promise<void> } {
  const { saved } = useTexts()
  const client = useQueryClient()
  const [saves, setSaves] = useState(0)
  const onSaved = async (): Promise<void> => {
    await client.invalidateQueries({ predicate: ({ queryKey }) => ACCOUNT_QUERIES.includes(String(queryKey[0])) })
    setSaves((before) => before + 1)
    notifications.show({ message: saved })
  }
  return { saves, onSaved }
}
