import { createContext, use, useEffect, useMemo, useState, type ReactNode } from 'react'
import { de } from '../texts/de.ts'
import { en, type Texts } from '../texts/en.ts'

export const languages = { en: 'English', de: 'Deutsch' } as const
export type Language = keyof typeof languages

const STORED_AS = 'kitroom.language'
const texts: Record<Language, Texts> = { en, de }

const isLanguage = (text: string | null): text is Language => text !== null && Object.hasOwn(languages, text)

function chooseLanguage(): Language {
  const stored = localStorage.getItem(STORED_AS)
  if (isLanguage(stored)) return stored
  return navigator.language.toLowerCase().startsWith('de') ? 'de' : 'en'
}

interface LanguageChoice {
  language: Language
  setLanguage: (language: Language) => void
  texts: Texts
}

const LanguageContext = createContext<LanguageChoice>({ language: 'en', setLanguage: () => undefined, texts: en })

export function LanguageProvider({ children }: { children: ReactNode }) {
  const [language, setLanguage] = useState(chooseLanguage)
  useEffect(() => {
    document.documentElement.lang = language
    localStorage.setItem(STORED_AS, language)
  }, [language])
  const choice = useMemo(() => ({ language, setLanguage, texts: texts[language] }), [language])
  return <LanguageContext value={choice}>{children}</LanguageContext>
}

export const useLanguage = (): LanguageChoice => use(LanguageContext)
export const useTexts = (): Texts => use(LanguageContext).texts
