import { useQuery } from '@tanstack/react-query'
import { useMemo, useSyncExternalStore } from 'react'
import { profileQuery } from '../api/queries.ts'
import { useRights } from '../api/session.ts'
import { createFormat, LOCALES, type Format } from './createFormat.ts'
import { useLanguage } from './language.tsx'
import { onTick } from './useMinute.ts'

const dayFormats = new Map<string, Intl.DateTimeFormat>()

/** Reads today's day in a time zone, YYYY-MM-DD. */
function readToday(timeZone: string): string {
  const format =
    dayFormats.get(timeZone) ??
    new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
  dayFormats.set(timeZone, format)
  return format.format(new Date())
}

/** Formats dates, times and money by the studio's profile. */
export function useFormat(): Format {
  const { language } = useLanguage()
  const { can } = useRights()
  const { data } = useQuery({ ...profileQuery, enabled: can('profile:read') })
  const currency = data?.currency ?? 'EUR'
  const timeZone = data?.timezone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone
  // An open page shows the next day after midnight.
  const today = useSyncExternalStore(onTick, () => readToday(timeZone))
  return useMemo(
    () => createFormat(LOCALES[language], currency, timeZone, today),
    [language, currency, timeZone, today],
  )
}
