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
  'uppgift saknas, ingen uppgift, ej tillämpligt, ikke relevant, ikke aktuelt, ikke oppgitt, ikke oplyst, ej angivet, ei tiedossa, tuntematon, ei saatavilla',
  'nenhum, nenhuma, sem, desconhecido, desconhecida, não aplicável, ingen, inget, okänd, ukendt, ukjent, ei ole, yok, žádný, žádné, neznámý',
  'нет, отсутствует, неизвестно, なし, 無し, 不明, 該当なし, 无, 無, 未知, 暂无, 없음, 미상',
  'not assigned, unassigned, no value, no data, nat, -nan, +nan, inf, -inf, -infinity, \\N, dbnull, system.dbnull, #',
  'nicht zugeordnet, nicht zugewiesen, kein wert, keine daten, non affecté, non affectée, non attribué, sans valeur, pas de données, sin asignar, no asignado, no asignada, sin datos, sin valor',
  'non assegnato, non assegnata, nessun valore, nessun dato, niet toegewezen, geen gegevens, geen waarde, nieprzypisany, nieprzypisane, brak danych, não atribuído, não atribuída, sem dados, ej tilldelad, inga data',
  'nepřiřazeno, žádná data, neuvedeno, není, nie je, ikke angivet, ikke tildelt, ei tietoa, ei määritetty, nincs, nincs megadva, atanmamış, belirtilmemiş, veri yok, bilinmiyor, не назначено, не указано, нет данных, 未割り当て, 未設定, データなし, 未分配, 未指定, 미지정, 해당 없음',
  '1899-12-30, 30.12.1899, 12/30/1899, 30/12/1899, 1900-01-00, 00.01.1900, 01/00/1900, 00/01/1900, 1/0/1900, 0/1/1900, 1970-01-01, 01.01.1970, 01/01/1970, 1/1/1970, 1.1.1970, 1970-01-01 00:00:00, 1970-01-01t00:00:00z, 1970-01-01t00:00:00.000z, 0/0/0000, 00/00/00, 9999-12-31, 31.12.9999, 12/31/9999, 31/12/9999',
  '0000-00-00, 0001-01-01, 01/01/0001, 1/1/0001, 01.01.0001, 00/00/0000, 00.00.0000, 0001-01-01t00:00:00z, 0001-01-01 00:00:00',
]

/**
 * Words that mean blank in brackets only, as pivot tables write them: `(Leer)`. Any word for blank may be in brackets.
 */
export const bracketedBlankWords: readonly string[] = [
  'empty, blank, leer, vide, vides, vierge, en blanco, vacío, vacías, vuoto, vuota, vuote, leeg, puste, pusty, vazio, em branco, tom, tomt, tomma, tyhjä, üres, boş, prázdné, prázdný, пусто, пустые, 空白, 空, 공백, κενό',
]

/** Texts of fields in which nobody has chosen yet. */
export const placeholderWords: readonly string[] = [
  'please select, please choose, select one, choose one, select an item, choose an item, select an option, click or tap here to enter text, click here to enter text',
  'bitte wählen, bitte auswählen, wählen sie ein element aus, veuillez sélectionner, veuillez choisir, choisissez un élément, seleccione una opción, elija un elemento, scegliere un elemento, selezionare un elemento',
  'kies een item, maak een keuze, wybierz element, proszę wybrać, escolher um item, selecione uma opção, välj ett objekt, zvolte položku, vyberte položku, bir öğe seçin, lütfen seçiniz, выберите элемент, 選択してください, 项目を選択, 请选择',
]
/** The same with a mark beside them: `Select …`, `-- select --`. */
export const markedPlaceholderWords: readonly string[] = [
  'select, choose, pick, auswählen, wählen, sélectionner, choisir, seleccionar, seleccione, elegir, selezionare, scegli, selecteer, kies, wybierz, selecionar, selecione, välj, vælg, velg, valitse, vyberte, zvolte, válasszon, seçiniz, seçin, выберите, выбрать, 選択',
]

/** Words for the value above, like the marks `"` and `-"-`. */
export const dittoWords: readonly string[] = [
  'ditto, dito, dto, dtto, do., idem, id., same, same as above, as above, see above, wie oben, siehe oben, s.o., s. o., wie vor, desgl., desgleichen',
  'dasselbe, derselbe, dieselbe, même, ci-dessus, voir ci-dessus, comme ci-dessus, idem ci-dessus, ídem, igual, igual que arriba, lo mismo',
  'same here, same again, as previous, see previous, like above, ibid, ibidem, wie zuvor, gleich wie oben, wie vorher, wie vorstehend, siehe vorige, le même, la même, même chose, pareil, voir plus haut, comme précédemment',
  'el mismo, la misma, mismo, ver arriba, véase arriba, igual anterior, lo stesso, la stessa, stesso, vedi sopra, idem come sopra, idem sopra, zie hierboven, hetzelfde, idem hierboven, igual acima, ver acima, mesmo, o mesmo acima, igual ao anterior',
  'jw, jw., tak jak wyżej, to samo, ten sam, tamtéž, totéž, to samé, stejné, jako výše, samma, samma som ovan, dito som ovan, se ovan, samme, samme som ovenfor, se ovenfor, som over, sama kuin yllä, kuten yllä, ks. yllä, ugyanaz, mint fent, lásd fent',
  'aynı, ayni, yukarıdaki gibi, yukarıdakinin aynısı, то же самое, тот же, та же, там же, как выше, так само, те саме, 同前, 同左, 同じ, 上記と同じ, 上に同じ, 同, 々, 同上行, 상동, 위와 같음, 동일',
  'come sopra, c.s., zie boven, als boven, idem acima, o mesmo, jak wyżej, j.w., viz výše, som ovan, som ovenfor, то же, см. выше, 同上, 上同',
]
