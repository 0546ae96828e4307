// Words of rows of totals.

/** Words for a total, and for an average below it. */
export const totalsWords: readonly string[] = [
  'average, avg, durchschnitt, durchschnittlich, mittelwert, moyenne, promedio, gemiddelde, średnia, genomsnitt, medelvärde, gjennomsnitt, gennemsnit, keskiarvo, průměr, ortalama, среднее, 平均',
  'total, totals, grand total, sub total, sum, total value, sum total, carried forward, brought forward',
  'summe, gesamt, gesamtsumme, gesamtwert, gesamtbetrag, gesamtanzahl, gesamtzahl, gesamtmenge, gesamtpreis, zwischensumme, insgesamt, summe gesamt, endsumme, endbetrag, rechnungsbetrag, warenwert, übertrag',
  'somme, total général, sous-total, montant total, totaux, totale, à reporter, report à nouveau',
  'suma, total general, suma total, importe total, totales, subtotal, suma y sigue',
  'totale, totali, totale generale, somma, subtotale, a riportare, riporto, totaal, totale, subtotaal, eindtotaal, totaalbedrag, totaalprijs, tussentotaal',
  'razem, ogółem, łącznie, suma, suma końcowa, podsumowanie, do przeniesienia, soma, total geral, summa, summering, totalt, totalsumma, delsumma, sammanlagt, sum totalt, i alt',
  'yhteensä, summa, kokonaismäärä, celkem, součet, mezisoučet, úhrnem, spolu, súčet, összesen, mindösszesen, részösszeg, toplam, genel toplam, ara toplam',
  'итого, всего, сумма, подытог, общее, общий, общая, разом, усього, 合計, 小計, 総計, 総額, 総数, 計, 总计, 合计, 小计, 总数, 總計, 總數, 합계, 소계, 총계, σύνολο',
]

/** Words for a number of items: the label of a count. */
export const countWords: readonly string[] = [
  'count, number of, number, no of, no, nr of, qty, quantity, item count',
  'anzahl, stückzahl, menge, zahl der, nombre, nombre de, nombre d, nb, nb de, nbre, nbre de, n, quantité, qté',
  'cantidad, cant, número de, núm de, nº de, nº, quantità, numero, numero di, numero d, aantal, hoeveelheid',
  'liczba, ilość, quantidade, qtd, qtde, número, antal, antall, määrä, lukumäärä, počet, množství, mennyiség, darabszám, adet, sayısı, adedi',
  'количество, кол-во, число, кількість, 数量, 個数, 台数, 件数, 点数, 數量, 件數, 수량, 개수',
]

/** Words for what is counted, whatever it is. */
export const countedWords: readonly string[] = [
  'items, item, pieces, pcs, units, assets, devices, articles, positions, entries, records, rows, lines, things, equipment, gear, kit, inventory',
  'geräte, gerät, artikel, positionen, posten, stück, stk, teile, einträge, zeilen, ausrüstung, inventar, technik, equipment',
  'appareils, matériel, pièces, unités, lignes, équipements, équipement, objets, références, artículos, equipos, equipo, piezas, unidades, elementos, líneas, material, inventario',
  'articoli, pezzi, unità, apparecchi, attrezzature, attrezzatura, righe, voci, artikelen, apparaten, apparatuur, stuks, regels, inventaris',
  'sztuk, sztuki, pozycji, pozycje, urządzeń, przedmiotów, sprzętu, sprzęt, itens, peças, equipamentos, artigos, linhas, unidades, artiklar, poster, enheter, föremål, st, utrustning',
  'kusů, ks, položek, položky, zařízení, techniky, kappaletta, kpl, laitetta, tétel, darab, db, eszköz, kalem, parça, adet, ürün, cihaz, ekipman',
  'единиц, штук, шт, позиций, предметов, оборудование, техника, одиниць, 台, 点, 件, 個, 機材, 品目, 项, 个, 种',
]

/** Words for the kind of an amount. */
export const amountWords: readonly string[] = [
  'value, price, cost, costs, amount, net, gross, vat, tax, incl, excl, wert, preis, betrag, kosten, netto, brutto, mwst, ust, inkl, exkl, zzgl',
  'valeur, prix, montant, coût, ttc, ht, tva, valor, precio, importe, coste, iva, valore, prezzo, importo, costo, waarde, prijs, bedrag, btw',
  'wartość, kwota, cena, vat, valor, preço, belopp, värde, moms, exkl, inkl, částka, hodnota, dph, érték, ár, áfa, tutar, fiyat, kdv, hinta, arvo, alv',
  'стоимость, цена, ндс, 金額, 価格, 税込, 税抜, 金额, 价格, 含税, 금액',
]
