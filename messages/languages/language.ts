/** Languages of messages to people, as codes of ISO 639-1. */
export const languages = ['en', 'de', 'fr', 'es'] as const
export type Language = (typeof languages)[number]

/** Languages of the console, which lists messages by their titles. */
export const consoleLanguages = ['en', 'de'] as const satisfies readonly Language[]
export type ConsoleLanguage = (typeof consoleLanguages)[number]

/** Language without a setting, and of rows that name none. */
export const DEFAULT_LANGUAGE: Language = 'en'

export const isLanguage = (value: unknown): value is Language => (languages as readonly unknown[]).includes(value)
