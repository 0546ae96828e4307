// Words that are no value of a field: totals and blanks.

/** First or only text of a totals row. */
export const totalsWords: readonly string[] = [
  'total, totals, grand total, sub total, sum, total value, sum total',
  'summe, gesamt, gesamtsumme, zwischensumme, insgesamt, summe gesamt, endsumme',
  'somme, total général, sous-total, montant total, totaux',
  'suma, total general, suma total, importe total, totales, subtotal',
]

/** Read as blank, with a warning, and never as "clear this". */
export const blankWords: readonly string[] = ['-, --, ---, –, —, ?, ??, ???, n/a, n.a., n. a., tbd, tba, tbc, t.b.d., k.a., k. a., s/o, s/d']
