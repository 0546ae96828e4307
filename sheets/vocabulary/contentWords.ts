/** Plugs, sockets and cards that sheets list where a mount, a place or a name is expected. */
const PLUGS = [
  'usb, usb a, usb b, usb c, usb 2, usb 3, micro usb, mini usb, type c, lightning, thunderbolt, thunderbolt 3, thunderbolt 4, hdmi, mini hdmi, micro hdmi',
  'displayport, dp, vga, dvi, sdi, 3g sdi, 6g sdi, 12g sdi, hd sdi, bnc, xlr, mini xlr, ta3, jack, mini jack, trs, trrs, klinke, rca, cinch, toslink',
  'schuko, iec, c13, c7, cee, powercon, true1, d tap, dtap, p tap, rj45, ethernet, lan, dmx, lemo, bluetooth, wifi, wlan, wi fi',
  'sd, sdhc, sdxc, microsd, micro sd, cfast, cfexpress, cfexpress a, cfexpress b, xqd, ssd, nvme, hdd, msata',
]

/** Compared without case, spaces and marks. */
export const plugWords: readonly string[] = PLUGS.flatMap((list) => list.split(', '))

/** Words of a warranty column that say whether it runs, and name nobody. */
const COVERS = [
  'expired, active, inactive, valid, invalid, ended, over, in warranty, under warranty, out of warranty, no warranty, running, current, lapsed, void, pending, unknown, purchase date, included',
  'abgelaufen, aktiv, inaktiv, gültig, ungültig, beendet, in garantie, außer garantie, mit garantie, ohne garantie, läuft, läuft noch, laufend, erloschen, unbekannt, kaufdatum, vorhanden, keine garantie',
  'expirée, expiré, active, valide, terminée, en cours, sous garantie, hors garantie, sans garantie, périmée, inconnue, date d’achat, échue',
  'caducada, vencida, activa, vigente, válida, terminada, en garantía, fuera de garantía, sin garantía, desconocida, fecha de compra',
  'scaduta, attiva, valida, terminata, in garanzia, fuori garanzia, senza garanzia, verlopen, geldig, actief, binnen garantie, buiten garantie, geen garantie',
  'wygasła, ważna, aktywna, na gwarancji, po gwarancji, bez gwarancji, expirada, válida, ativa, vencida, na garantia, fora da garantia, sem garantia, 期限切れ, 有効, 保証中, 保証切れ, 已过期, 有效, 在保, 过保',
]

/** Compared without case, spaces and marks. */
export const coverWords: readonly string[] = COVERS.flatMap((list) => list.split(', '))

/** Words of headers that only lists of rentals have. */
export const rentalWords: readonly string[] = [
  'rate, rates, day rate, daily, weekly, weekend, per day, per week, deposit, rental, rental price, hire, hire price, 1 day, 3 days, week rate',
  'miete, mietpreis, tagessatz, tagespreis, wochenpreis, wochenende, kaution, pro tag, pro woche, verleihpreis, tagesmiete, wochensatz',
  'tarif, tarif jour, par jour, par semaine, caution, prix location, location jour, week end, alquiler, fianza, por día, por semana, tarifa',
  'noleggio, cauzione, al giorno, a settimana, tariffa, huur, huurprijs, borg, per dag, dagprijs, weekprijs, wynajem, kaucja, za dzień, aluguel, aluguer, caução, por dia, diária',
  'レンタル料, 保証金, 日額, 租金, 押金, 日租',
]
