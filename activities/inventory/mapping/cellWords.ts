// Words that are no value of a field: totals, blanks, errors.

/** First or only text of a totals row. */
export const totalsWords: readonly string[] = [
  'total, totals, grand total, sub total, sum, total value, sum total',
  'summe, gesamt, gesamtsumme, zwischensumme, insgesamt, summe gesamt, endsumme',
  'somme, total général, sous-total, montant total, totaux',
  'suma, total general, suma total, importe total, totales, subtotal',
]

/** Read as blank, with a warning, and never as "clear this". */
export const blankWords: readonly string[] = ['-, --, ---, –, —, ?, ??, ???, n/a, n.a., n. a., tbd, tba, tbc, t.b.d., k.a., k. a., s/o, s/d']

/** Errors of spreadsheet programs as they look in text. `Loading...` is what Google Sheets shows while a formula runs. */
export const errorWords: readonly string[] = [
  '#REF!, #N/A, #N/A!, #DIV/0!, #NAME?, #VALUE!, #NUM!, #NULL!, #SPILL!, #CALC!, #FIELD!, #BLOCKED!, #CONNECT!, #BUSY!, #UNKNOWN!',
  '#GETTING_DATA, #ERROR!, #PYTHON!, Loading..., Loading…',
  '#BEZUG!, #NV, #WERT!, #ZAHL!, #ÜBERLAUF!, #VALEUR!, #NOM?, #NOMBRE!, #¡REF!, #¿NOMBRE?, #¡VALOR!, #¡NUM!, #¡NULO!, #¡DIV/0!',
]
