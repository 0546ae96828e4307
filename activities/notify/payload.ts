import { DEFAULT_LANGUAGE, isLanguage, type Language } from '../../messages/languages/language.ts'
import type { Notification } from './types.ts'

type MessageText = Pick<Notification, 'title' | 'titles' | 'facts' | 'plan' | 'reading' | 'documentType' | 'details'>

/**
 * Formats the text of a reminder for the ledger. It does not name English, as rows of earlier versions name no
 * language.
 */
export const formatPayload = (
  { title, titles, facts, plan, reading, documentType, details }: MessageText,
  language: Language,
): string =>
  JSON.stringify({
    title,
    titles,
    facts,
    plan,
    reading,
    documentType,
    details,
    ...(language === DEFAULT_LANGUAGE ? {} : { language }),
  })

export function parsePayload(payload: string): MessageText & { language: Language } {
  const { title, titles, facts, plan, reading, documentType, details, language } = JSON.parse(
    payload,
  ) as MessageText & {
    language?: unknown
  }
  return {
    title,
    facts,
    language: isLanguage(language) ? language : DEFAULT_LANGUAGE,
    ...(titles && { titles }),
    ...(plan && { plan }),
    ...(reading && { reading }),
    ...(documentType && { documentType }),
    ...(details && { details }),
  }
}
