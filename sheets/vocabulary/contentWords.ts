/** Plugs, sockets, cards and screws that sheets list where a mount, a place or a name is expected. */
const PLUGS = [
  'usb, usb a, usb b, usb c, usb 2, usb 3, micro usb, mini usb, type c, lightning, thunderbolt, thunderbolt 3, thunderbolt 4, hdmi, mini hdmi, micro hdmi',
  'displayport, vga, dvi, sdi, 3g sdi, 6g sdi, 12g sdi, hd sdi, bnc, xlr, mini xlr, ta3, mini jack, jack 3 5, jack 6 3, trs, trrs, klinke, rca, cinch, toslink',
  'schuko, iec, cee, powercon, true1, d tap, dtap, p tap, rj45, ethernet, lan, dmx, lemo, bluetooth, wifi, wlan, wi fi',
  'sd, sdhc, sdxc, microsd, micro sd, cfast, cfexpress, cfexpress a, cfexpress b, xqd, ssd, nvme, hdd, msata',
  'cold shoe, hot shoe, blitzschuh, zubehörschuh, griffe porte accessoire, zapata, arca swiss, nato rail, v mount, v lock, gold mount, spigot',
]

/** Compared without case, spaces and marks. */
export const plugWords: readonly string[] = PLUGS.flatMap((list) => list.split(', '))

/** Words beside plugs that say which one, and nothing else. */
export const plugFillers: readonly string[] =
  'type, typ, tipo, a, b, c, port, ports, pin, pins, pol, polig, broches, in, out, input, output, female, male, buchse, stecker, card, karte, carte, tarjeta, scheda, kaart, and, und, et, y, e, en, x, mm, gen, usb'.split(
    ', ',
  )

/** Words of a warranty column that say whether it runs, and name nobody. */
const COVERS = [
  'expired, active, inactive, valid, invalid, ended, over, in warranty, under warranty, out of warranty, no warranty, running, current, lapsed, void, pending, unknown, purchase date, included, statutory, legal',
  'abgelaufen, aktiv, inaktiv, gültig, ungültig, beendet, in garantie, außer garantie, mit garantie, ohne garantie, läuft, läuft noch, laufend, erloschen, unbekannt, kaufdatum, vorhanden, keine garantie, lebenslange garantie, gesetzlich, gewährleistung',
  'expirée, expiré, active, valide, terminée, en cours, sous garantie, hors garantie, sans garantie, périmée, inconnue, date d’achat, échue, finie, légale, dépassée',
  'caducada, vencida, activa, vigente, válida, terminada, en garantía, fuera de garantía, sin garantía, desconocida, fecha de compra, legal, agotada',
  'scaduta, attiva, valida, terminata, finita, legale, wettelijk, afgelopen, in garanzia, fuori garanzia, senza garanzia, verlopen, geldig, actief, binnen garantie, buiten garantie, geen garantie',
  'wygasła, ważna, livstid, utgången, gäller, utgått, løpt ut, udløbet, i garanti, under garanti, ingen garanti, utan garanti, uten garanti, uden garanti, livstidsgaranti, voimassa, umpeutunut, ei takuuta, takuu voimassa, v záruce, po záruce, bez záruky, prošlá, garantili, garantisiz, garanti dışı, garantisi bitti, süresi doldu, aktywna, na gwarancji, po gwarancji, bez gwarancji, expirada, válida, ativa, vencida, na garantia, fora da garantia, sem garantia, 期限切れ, 有効, 保証中, 保証切れ, 已过期, 有效, 在保, 过保',
]

/** Compared without case, spaces and marks. */
export const coverWords: readonly string[] = COVERS.flatMap((list) => list.split(', '))

/** Words of headers that only lists of rentals have. */
export const rentalWords: readonly string[] = [
  'rate, rates, day rate, daily, weekly, weekend, per day, per week, per hour, hourly, half day, full day, deposit, rental, rental price, hire, hire price, 1 day, 3 days, week rate',
  'miete, mietpreis, tagessatz, tagespreis, wochenpreis, wochenende, kaution, pro tag, pro woche, pro stunde, halber tag, halbtag, verleihpreis, tagesmiete, wochensatz',
  'tarif, tarif jour, par jour, par semaine, caution, prix location, location jour, week end, alquiler, fianza, por día, por semana, tarifa, por hora, media jornada, jornada, par heure, demi journée, journée',
  'noleggio, cauzione, al giorno, a settimana, tariffa, all ora, mezza giornata, giornata, dagdeel, per uur, za godzinę, por hora, meia diária, hyra, dygn, huur, huurprijs, borg, per dag, dagprijs, weekprijs, wynajem, kaucja, za dzień, aluguel, aluguer, caução, por dia, diária',
  'hyra per dygn, dygnspris, dygnshyra, dagshyra, dagspris, veckohyra, veckopris, helgpris, deposition, per dygn, per vecka, leie, leiepris, døgnleie, døgnpris, dagsleie, ukeleie, ukepris, helgepris, per døgn, per uke, leje, lejepris, dagsleje, ugeleje, ugepris, weekendpris, pr dag, pr døgn, pr uge, depositum',
  'vuokra, vuokrahinta, päivävuokra, päivähinta, viikkohinta, per päivä, panttimaksu, půjčovné, denní sazba, cena za den, za den, za týden, kauce, kira, kira bedeli, kiralama, günlük, haftalık, depozito, doba, cena za dobę, za dobę, za tydzień',
  'レンタル料, 保証金, 日額, 租金, 押金, 日租',
]

/** Words of titles and headings above prices of rentals. */
export const rentalHeadingWords: readonly string[] = [
  'rental, rental price, rental prices, rental rates, hire, hire prices, miete, mietpreise, mietpreisliste, vermietung, verleih, verleihpreise, de location, prix location, alquiler, noleggio, verhuur',
  'aluguel, aluguer, wynajem, wypożyczalnia, uthyrning, utleie, udlejning, vuokraus, půjčovna, pronájem, kiralama, レンタル, レンタル料金, レンタル料金表',
]

/** Words of headings above what was paid for an item. */
export const purchaseWords: readonly string[] = [
  'purchase, purchased, purchasing, bought, acquisition, procurement, kauf, einkauf, anschaffung, beschaffung, achat, acquisition, compra, adquisición, acquisto, aankoop, aanschaf, zakup, aquisição',
  'inköp, anskaffning, innkjøp, kjøp, anskaffelse, indkøb, køb, hankinta, osto, nákup, pořízení, satın alma, alım, 購入, 采购',
]

/** Words of lens mounts. A column of mounts has one of them at least. */
const MOUNTS = [
  'canon, nikon, sony, pentax, leica, sigma, olympus, panasonic, lumix, fuji, fujifilm, hasselblad, minolta, konica, contax, yashica, mamiya, rollei, bronica, samsung, arri, red, ricoh, alpa, phase one, praktica, exakta, tamron, zeiss, kiev, zenit, blackmagic, dji, voigtlander, cosina, schneider, sinar, linhof, pentacon, topcon, panavision, kinefinity, z cam',
  'ef, ef s, ef m, efs, efm, rf, rf s, rfs, fd, e, fe, a, z, f, x, gf, xf, gfx, g, l, pl, lpl, xpl, m, mft, m43, m4 3, micro four thirds, micro 4 3, four thirds, 4 3, b4, s, sr, c, cs, d, k, ka, kaf, v, h, xcd, dl, dx, fx, m42, m39, m12, ltm, tl, sl, sa, sd, om, qbm, md, nx, nx m, t, t2, q, r, pv, bncr, oct 19, hb, cx, 1 mount, 645, 67, ai, ais, ml, cf, x mount, universal',
  'fixed, fixed lens, built in, integrated, interchangeable, fest, fest verbaut, festes objektiv, fixe, intégré, fijo, integrado, fisso, vast, stały, fixo, 固定',
]

/** Compared word by word, without case and marks. */
export const mountWords: readonly string[] = MOUNTS.flatMap((list) => list.split(', '))
