import { toLookupKeys } from '../vocabulary/lookupKey.ts'

/**
 * Headers of other lists of a studio: suppliers, bookings, repairs, papers. They mark a row as another table's header.
 * Case, accents and punctuation are ignored.
 */
const listHeaders = {
  people: [
    'supplier, suppliers, vendor, dealer, shop, company, contact, contact person, customer, client, person, user, borrower, phone, telephone, mobile, e-mail, email, mail, website, web, url, address, street, city, town, country, zip, postcode, account no, customer no',
    'lieferant, lieferanten, händler, firma, kontakt, ansprechpartner, kunde, kundin, entleiher, ausleiher, telefon, tel, handy, mobil, adresse, anschrift, straße, stadt, land, plz, kundennummer, kundennr',
    'fournisseur, fournisseurs, revendeur, magasin, société, entreprise, contact, client, cliente, emprunteur, téléphone, tél, courriel, adresse, rue, ville, pays, code postal',
    'proveedor, proveedores, tienda, empresa, contacto, cliente, teléfono, correo, dirección, calle, ciudad, país, código postal',
    'fornitore, fornitori, negozio, azienda, contatto, telefono, indirizzo, via, città, paese, leverancier, klant, bedrijf, telefoon, adres, plaats, dostawca, klient, firma, adres, miasto, fornecedor, telefone, endereço, cidade',
    '供应商, 客户, 电话, 地址, 仕入先, 顧客, 電話, 住所',
  ],
  bookings: [
    'booking, bookings, booking no, reservation, rental, loan, job, project, production, shoot, from, to, until, start, end, start date, end date, due, due back, return date, returned, out date, in date, pick up, pickup, days, rate, day rate, rented to, lent to, booked by',
    'buchung, buchungen, buchungsnr, reservierung, verleih, ausleihe, auftrag, projekt, produktion, dreh, von, bis, beginn, ende, rückgabe, rückgabe am, zurück, zurück am, tage, tagessatz, verliehen an, ausgeliehen an',
    'réservation, location, prêt, projet, production, tournage, du, au, de, à, début, fin, retour, jours, tarif jour, prêté à',
    'reserva, alquiler, préstamo, proyecto, producción, rodaje, desde, hasta, inicio, fin, devolución, días, prestado a',
    'prenotazione, noleggio, progetto, dal, al, inizio, fine, rientro, giorni, boeking, huur, van, tot, retour, dagen, rezerwacja, od, do, projekt, reserva, aluguer, aluguel, projeto, início, fim, devolução',
    '予約, 開始, 終了, 预订, 开始, 结束',
  ],
  repairs: [
    'repair, repair no, problem, fault, issue, defect, damage, symptom, technician, workshop, service center, reported, reported on, reported by, repaired on, fixed, fixed on, diagnosis, work done, ticket, invoice, invoice no, invoice date, quote',
    'reparaturnr, problem, fehler, defekt, schaden, mangel, techniker, werkstatt, gemeldet, gemeldet am, repariert am, diagnose, rechnung, rechnungsnr, rechnungsnummer, rechnungsdatum, angebot',
    'panne, problème, défaut, dommage, technicien, atelier, signalé, signalé le, réparé le, diagnostic, facture, n° facture, date facture, devis',
    'avería, problema, fallo, daño, técnico, taller, reportado, reparado el, diagnóstico, factura, nº factura, fecha factura, presupuesto',
    'guasto, difetto, tecnico, officina, fattura, reparatie, storing, monteur, factuur, usterka, serwis, faktura, avaria, oficina, fatura',
    '故障, 維修, 维修, 修理, 请求書, 請求書, 发票',
  ],
} as const

/** Headers that occur in gear and stock lists and belong to no field. */
const stockHeaders: readonly string[] = [
  'quantity, qty, count, pcs, pieces, units, amount, stock, in stock, min stock, minimum, max stock, reorder, reorder level, on hand, sku, unit, size, colour, color, date, day, time, meaning, code, symbol, abbreviation, department, room, floor, total, value each',
  'menge, anzahl, stück, stk, bestand, mindestbestand, meldebestand, soll, ist, einheit, größe, farbe, datum, tag, uhrzeit, bedeutung, kürzel, abkürzung, abteilung, raum, etage, summe',
  'quantité, qté, nombre, stock, stock min, stock minimum, unité, taille, couleur, date, jour, heure, signification, abréviation, service, salle, étage, total',
  'cantidad, cant, unidades, existencias, stock, stock mínimo, mínimo, unidad, tamaño, color, fecha, día, hora, significado, abreviatura, departamento, sala, planta, total',
  'quantità, qtà, scorta, scorta minima, data, giorno, ora, significato, aantal, voorraad, minimum voorraad, datum, dag, betekenis, ilość, stan, data, dzień, znaczenie, quantidade, qtd, estoque, estoque mínimo, data, dia, significado',
  '数量, 库存, 在庫, 日期, 日付',
]

const listWords = toLookupKeys(Object.values(listHeaders).flat())
const stockWords = toLookupKeys(stockHeaders)

/** @param word folded */
export const isListHeader = (word: string): boolean => listWords.has(word)

/** @param word folded */
export const isOtherHeader = (word: string): boolean => listWords.has(word) || stockWords.has(word)
