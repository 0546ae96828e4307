import type { HeaderEntry } from './headerEntry.ts'
import { moreHeaders } from './moreHeaders.ts'
import { moreOwnHeaders } from './moreOwnHeaders.ts'
import { nordicHeaders } from './nordicHeaders.ts'
import { ownHeaders } from './ownHeaders.ts'
import { warrantyLengthEntry } from './warrantyHeaders.ts'

const commonHeaders: readonly HeaderEntry[] = [
  {
    target: 'asset_tag',
    en: 'asset tag, asset no, asset number, asset id, asset, tag, tag no, tag number, inventory no, inventory number, inventory id, inventory tag, inv no, equipment id, equipment no',
    de: 'inventarnummer, inventarnr, inventar nr, inv nr, inventar, gerätenummer, geräte nr',
    fr: "numéro d'inventaire, n° d'inventaire, no d'inventaire, n inventaire, no inventaire, code inventaire",
    es: 'número de inventario, nº de inventario, n.º inventario, n de inventario, nº inventario, código de inventario, etiqueta',
    weak: 'streckkod, strekkode, stregkode, viivakoodi, čárový kód, barkod, codice, code, kod, kod kreskowy, codice a barre, código de barra, 番号, 编号, 編號, item no, item number, item id, barcode, label, etikett, étiquette, code barres, código de barras, código',
  },
  {
    target: 'gear_type',
    en: 'type, category, gear type, item type, equipment type',
    de: 'typ, art, kategorie, gerätetyp, geräteart',
    fr: "type, catégorie, type d'équipement, type de matériel",
    es: 'tipo, categoría, tipo de equipo',
    weak: 'produkttyp, produkttype, kind, product type, gattung, produktart, genre, clase, famille, familia, famiglia, warengruppe, produktgruppe, gerätegruppe',
  },
  {
    target: 'brand',
    en: 'brand, make, maker, manufacturer, mfr, mfg, brand name',
    de: 'hersteller, marke, fabrikat',
    fr: 'marque, fabricant, constructeur',
    es: 'marca, fabricante',
  },
  {
    target: 'model',
    en: 'model, model name, model no, model number',
    de: 'modell, modellname, modellbezeichnung',
    fr: 'modèle, nom du modèle',
    es: 'modelo, nombre del modelo',
    weak: 'type nr, type no, type number, typ nr, typnummer, typenummer, typennummer, typbezeichnung, typenbezeichnung, typebezeichnung, typeaanduiding, benämning, namn, navn, betegnelse, benevnelse, produktnavn, produktnamn, nimi, nimike, tuote, název, výrobek, ürün, ürün adı, cihaz adı, nome, naam, nazwa, descrizione, omschrijving, 品名, 製品名, 名称, 機材名, 产品名称, 设备名称, name, item, item name, product, product name, bezeichnung, produkt, artikel, gerät, désignation, produit, nom, producto, nombre, denominación',
  },
  {
    target: 'serial_number',
    en: 'serial number, serial, serial no, serial nr, s/n, sn, serial id',
    de: 'seriennummer, seriennr, serien nr, serie nr, sn, fabriknummer',
    fr: 'numéro de série, n° de série, no de série, n série, n° série, série',
    es: 'número de serie, nº de serie, n de serie, n.º serie, nº serie, serie',
  },
  {
    target: 'status',
    en: 'status, availability, current status',
    de: 'status, verfügbarkeit',
    fr: 'statut, disponibilité',
    es: 'estatus, disponibilidad',
  },
  {
    target: 'condition',
    en: 'condition, grade, cosmetic condition',
    de: 'zustand, erhaltung, erhaltungszustand',
    fr: "condition, état général, état d'usure",
    es: 'condición, estado de conservación, conservación',
  },
  {
    target: 'purchase_price',
    en: 'purchase price, price, price paid, cost, purchase cost, paid, unit price, acquisition cost, buy price',
    de: 'kaufpreis, preis, anschaffungspreis, anschaffungskosten, einkaufspreis, kosten, anschaffungswert',
    fr: "prix d'achat, prix, coût, coût d'achat, prix payé, montant d'achat",
    es: 'precio de compra, precio, coste, costo, precio pagado, importe, coste de adquisición',
  },
  {
    target: 'purchase_date',
    en: 'purchase date, purchased, purchased on, date purchased, bought, bought on, date of purchase, acquired, acquisition date, buy date',
    de: 'kaufdatum, gekauft, gekauft am, anschaffungsdatum, anschaffung, einkaufsdatum, datum des kaufs, angeschafft am',
    fr: "date d'achat, acheté le, achat, date d'acquisition, acquis le",
    es: 'fecha de compra, comprado, comprado el, fecha compra, fecha de adquisición, adquirido',
  },
  {
    target: 'replacement_value',
    en: 'replacement value, replacement cost, replacement, insured value, insurance value, replacement price',
    de: 'wiederbeschaffungswert, ersatzwert, versicherungswert, neuwert',
    fr: "valeur de remplacement, valeur à neuf, valeur assurée, valeur d'assurance, coût de remplacement",
    es: 'valor de reposición, valor de reemplazo, valor asegurado, coste de reposición, costo de reposición',
  },
  {
    target: 'warranty_expires_on',
    en: 'warranty until, warranty expires, warranty expires on, warranty end, warranty expiry, warranty expiration, warranty to, warranty date, warranty end date, under warranty until, guarantee until',
    de: 'garantie bis, garantieende, garantieablauf, garantie ende, gewährleistung bis, garantie läuft ab, ende der garantie',
    fr: "garantie jusqu'au, fin de garantie, fin garantie, expiration de la garantie, garanti jusqu au, date de fin de garantie",
    es: 'garantía hasta, fin de garantía, vencimiento de la garantía, vencimiento garantía, fecha de garantía, expiración de la garantía',
  },
  {
    target: 'warranty_provider',
    en: 'warranty provider, warranty by, warranty company, warranty from',
    de: 'garantiegeber, garantie durch, garantie von',
    fr: 'fournisseur de garantie, garant, garantie par',
    es: 'proveedor de garantía, garante, garantía de',
  },
  {
    target: 'storage_location',
    en: 'storage location, location, storage, stored, stored in, place, where, storage place',
    de: 'lagerort, lagerplatz, standort, ort, lager, aufbewahrung, aufbewahrungsort, platz',
    fr: 'emplacement, lieu, lieu de stockage, emplacement de stockage, rangement, localisation, stockage',
    es: 'ubicación, lugar, lugar de almacenamiento, almacén, almacenamiento, localización',
    weak: 'shelf, bin, cupboard, cabinet, regal, schrank, fach, étagère, armoire, estante, estantería, armario, scaffale, armadio, kast, półka, szafa, prateleira, armário, hylla, skåp, hylle, skap, hylde, skab, reol, hylly, kaappi, regál, skříň, raf, dolap, 棚',
  },
  {
    target: 'notes',
    en: 'notes, note, comment, comments, remark, remarks',
    de: 'notizen, notiz, bemerkung, bemerkungen, anmerkung, anmerkungen, kommentar, hinweis',
    fr: 'notes, note, remarque, remarques, commentaire, commentaires, observations',
    es: 'notas, nota, comentario, comentarios, observación, observaciones',
    weak: 'description, details, beschreibung, descripción, descrição, opis, popis, beskrivning, beskrivelse, kuvaus, lisätiedot, açıklama',
  },
  {
    target: 'weight_g',
    en: 'weight, weight g, weight in grams, mass',
    de: 'gewicht, masse',
    fr: 'poids, masse',
    es: 'peso, masa',
  },
]

const translatedHeaders: readonly HeaderEntry[] = [...commonHeaders, ...ownHeaders].map((entry) => {
  const [field = ''] = typeof entry.target === 'string' ? [entry.target] : Object.values(entry.target)
  return { ...entry, more: { ...moreHeaders[field], ...moreOwnHeaders[field], ...nordicHeaders[field] } }
})

export const headerTable: readonly HeaderEntry[] = [...translatedHeaders, warrantyLengthEntry]

/** Headers that can mean two fields. Their cells or another column decide. */
export const ambiguousHeaders: readonly { fields: readonly [string, string]; words: string }[] = [
  {
    fields: ['status', 'condition'],
    words: 'estado, état, state, stato, staat, stan, tillstånd, tila, stav, durum, durumu, 状態, 状态, 狀態',
  },
  {
    fields: ['warranty_expires_on', 'warranty_provider'],
    words:
      'warranty, guarantee, garantie, garantía, gewährleistung, garanzia, gwarancja, garantia, garanti, takuu, záruka, 保証, 保修',
  },
  {
    fields: ['purchase_price', 'replacement_value'],
    words: 'value, wert, valeur, valor, valore, waarde, wartość, värde, verdi, værdi, arvo, hodnota, değer, değeri',
  },
]
