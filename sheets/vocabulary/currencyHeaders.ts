/** Headers of currency columns: alone, or beside an amount's. */
export const CURRENCY_HEADERS = [
  'currency, curr, ccy, cur, währung, waehrung, devise, monnaie, moneda, divisa, valuta, munt, waluta, měna, mena, moeda, pénznem, deviza',
  'para birimi, валюта, valiuta, valuutta, valūta, νόμισμα, monedă, 通貨, 币种, 货币, 幣別, 貨幣, 통화',
]
