export const quantityWords: readonly string[] = [
  'qty, qtys, quantity, quantities, pcs, pieces, number of units, number of items, no of units, no of items, item count',
  'anzahl, anz, menge, stück, stückzahl, stk, quantité, qté, nb, nbre, nb pièces, nombre de pièces',
  'cantidad, cant, unidades, uds, aantal, stuks, hoeveelheid, quantità, q.tà, qta, pezzi, pz, quantidade, qtd, qtde',
  'ilość, sztuk, szt, liczba sztuk, množství, počet kusů, ks, antal, antall, määrä, kpl, mennyiség, darab, adet, miktar, cantitate, buc',
  'количество, кол-во, шт, ποσότητα, 数量, 個数, 台数, 数目, 件数, 數量, 件數, 수량, 개수',
]

/** Ambiguous headers. One means a quantity only if its cells are small whole numbers and at least one is above 1. */
export const ambiguousQuantityWords: readonly string[] = [
  'stock, in stock, on hand, count, units, amount, owned, bestand, lagerbestand, vorrat, nombre, en stock, stocks, existencias',
  'voorraad, giacenza, estoque, stan magazynowy, počet, 在庫, 库存, 재고',
]

/** Words that may accompany quantity words: `Total Qty`, `Qty on hand`. */
export const quantityFillerWords: readonly string[] = [
  'total, totals, owned, on, hand, in, stock, available, of, items, item, units, gesamt, totale, totaal',
]

/** Units after a quantity: `3x`, `3 Stk.`. */
export const quantityUnits: readonly string[] = [
  'x, pc, pcs, piece, pieces, ea, each, unit, units, stk, stück, st, pièce, pièces, pce, pces, ud, uds, unidad, unidades, pz, pezzi, stuk, stuks, szt, ks, kpl, db, adet, шт, 個, 台, 本, 枚, 件, 个, 개',
]
