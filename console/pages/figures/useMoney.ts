import { useLanguage } from '../../base/language.tsx'

/** Formats whole amounts in the currency of the figures. A key may read figures without the profile. */
export function useMoney(): (value: number, currency: string) => string {
  const { language } = useLanguage()
  return (value, currency) =>
    new Intl.NumberFormat(language, {
      style: 'currency',
      currency,
      currencyDisplay: 'narrowSymbol',
      maximumFractionDigits: 0,
    }).format(value)
}
