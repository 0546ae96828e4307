// Words that are not values: blanks and marks for the value above.

/** Words read as blank, with a warning; they do not clear a field. */
export const blankWords: readonly string[] = [
  '-, --, ---, –, —, ―, −, ー, _, __, /, //, ., .., ..., …, ?, ??, ???, xxx',
  'n/a, n.a., n. a., na, n/k, tbd, tba, tbc, t.b.d., t.b.a., t.b.c., to be determined, to be confirmed, to be announced',
  'none, (none), <none>, [none], nil, null, (null), <null>, nan, undefined, (blank), blank, not applicable, not available, not set',
  'unspecified, not specified, unknown, no serial, no serial number, without',
  'k.a., k. a., keine, keiner, keines, kein, keins, keine angabe, keine angaben, ohne, nicht vorhanden, nicht bekannt, unbekannt, entfällt, leer',
  's/o, s/d, aucun, aucune, néant, sans, sans objet, non applicable, non renseigné, inconnu, inconnue',
  's/n, ninguno, ninguna, ningún, nada, sin, sin número, sin serie, no aplica, no disponible, desconocido, desconocida',
  'n.d., nessuno, nessuna, niente, senza, sconosciuto, non disponibile, geen, onbekend, n.v.t., nvt, zonder, brak, nie dotyczy, nieznany, nieznane',
  'nenhum, nenhuma, sem, desconhecido, desconhecida, não aplicável, ingen, inget, okänd, ukendt, ukjent, ei ole, yok, žádný, žádné, neznámý',
  'нет, отсутствует, неизвестно, なし, 無し, 不明, 該当なし, 无, 無, 未知, 暂无, 없음, 미상',
  '0000-00-00, 0001-01-01, 01/01/0001, 1/1/0001, 01.01.0001, 00/00/0000, 00.00.0000, 0001-01-01t00:00:00z, 0001-01-01 00:00:00',
]

/** Words for the value above, like the marks `"` and `-"-`. */
export const dittoWords: readonly string[] = [
  'ditto, dito, dto, dtto, do., idem, id., same, same as above, as above, see above, wie oben, siehe oben, s.o., s. o., wie vor, desgl., desgleichen',
  'dasselbe, derselbe, dieselbe, même, ci-dessus, voir ci-dessus, comme ci-dessus, idem ci-dessus, ídem, igual, igual que arriba, lo mismo',
  'come sopra, c.s., zie boven, als boven, idem acima, o mesmo, jak wyżej, j.w., viz výše, som ovan, som ovenfor, то же, см. выше, 同上, 上同',
]
