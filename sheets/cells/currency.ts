const codes: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'))

/** Signs and words of currencies; some are shared. */
const signs: Readonly<Record<string, readonly string[]>> = {
  $: ['USD', 'CAD', 'AUD', 'NZD', 'SGD', 'HKD', 'MXN', 'ARS', 'CLP', 'COP', 'TWD'],
  us$: ['USD'],
  usd$: ['USD'],
  c$: ['CAD'],
  ca$: ['CAD'],
  a$: ['AUD'],
  au$: ['AUD'],
  nz$: ['NZD'],
  s$: ['SGD'],
  hk$: ['HKD'],
  nt$: ['TWD'],
  r$: ['BRL'],
  mx$: ['MXN'],
  '€': ['EUR'],
  euro: ['EUR'],
  euros: ['EUR'],
  '£': ['GBP', 'EGP', 'GIP'],
  '¥': ['JPY', 'CNY'],
  円: ['JPY'],
  元: ['CNY', 'TWD', 'HKD'],
  원: ['KRW'],
  руб: ['RUB', 'BYN'],
  рублей: ['RUB', 'BYN'],
  р: ['RUB', 'BYN'],
  грн: ['UAH'],
  tl: ['TRY'],
  rs: ['INR', 'PKR', 'LKR', 'NPR', 'MUR'],
  '￥': ['JPY', 'CNY'],
  kr: ['SEK', 'NOK', 'DKK', 'ISK'],
  fr: ['CHF'],
  sfr: ['CHF'],
  zł: ['PLN'],
  kč: ['CZK'],
  ft: ['HUF'],
  lei: ['RON'],
  '₽': ['RUB'],
  '₴': ['UAH'],
  '₺': ['TRY'],
  '₹': ['INR'],
  '₩': ['KRW'],
  '₪': ['ILS'],
  '฿': ['THB'],
  '₫': ['VND'],
  '₱': ['PHP'],
}

/** ISO 4217 codes that a sign, word or code can mean. */
export function currenciesOf(text: string): readonly string[] {
  const sign = signs[text.toLowerCase().replace(/\.$/, '')]
  if (sign) return sign
  const code = text.toUpperCase()
  return codes.has(code) ? [code] : []
}
