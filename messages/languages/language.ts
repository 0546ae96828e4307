/** Languages of messages to people, as codes of ISO 639-1. */
export const languages = ['en', 'de', 'fr', 'es'] as const
export type Language = (typeof languages)[number]

/** Language without a setting, and of rows that name none. */
export const DEFAULT_LANGUAGE: Language = 'en'

export const isLanguage = (value: unknown): value is Language => (languages as readonly unknown[]).includes(value)
