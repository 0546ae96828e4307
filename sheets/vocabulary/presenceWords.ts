// Words of headers, titles and cells that say if an item is still there. They prove nothing: they lead to a question.
// A word with `*` stands for all words that begin so. Case, accents and punctuation are ignored.

/** Words for what is gone, whichever of yes and no says it. */
export const goneWords: readonly string[] = [
  'auction*, versteiger*, subastad*, subasta, aux enchères, uitgefaseerd*, uitfasering, geveild*, destino final, vyhozen*, utylizowan*, slängd, slängda, kastad, kastade, bortlämnad*, återlämnad*, tilbakelevert*, innlevert, tilbageleveret, smidt ud, kasserte, hylätty, hylätyt, luovutettu, myyntiin, atıldı, bağışlandı, iade tarihi, çıkış tarihi, kayboldu',
  'desaparecid*, alta baja, causa baja, likwidacji, likwidacj*, kasacja, kasacji, skasowan*, försvunnen, försvunna, borttappad*, bortkommen, avskriven, avskrivna, inservível, inservíveis, 除籍*, 滅失*, iade, iade edildi, iade edilen, hurdaya ayrıldı, hurdaya ayrılan, düşüldü, düşülen, terkin*, списани*, снят с учета, снят с учёта, снято с учета, снято с учёта, передан*',
  'sold, sell date, retir*, disposed, disposal*, dispose, disposition, discard*, scrap, scrapped, scrapping, stolen, theft, lost, loss, losses, missing, gone, removed, removal, remove',
  'written off, write off, write offs, writeoff, writeoffs, written down, decommission*, deaccession*, de accession*, deactivat*, de activat*, inactive, disabled, deleted, deletion, destroyed, destruction, wrecked, sold price, disposal value, disposal proceeds',
  'exit, exited, departed, departure, withdrawn, withdrawal, surplus, excess, obsolete, donat*, given away, gave away, gift, gifted, handed over, handover, traded in, trade in, exchanged, swapped, transferred, transfer out, recycled, trashed, junked, salvaged',
  'archiv*, former, expired, unserviceable, out of service, end of service, end of use, end of ownership, taken out, struck off, off inventory, off hire, stock out, stock outs, stockout, stockouts, outgoing, cannibali*, returned, return to owner, terminat*, rma, pulled, condemned, out of commission, out of inventory, out of stock, thrown away, got rid of, gotten rid of, eol, end of life, gave to, not found, unaccounted for, returned to vendor, given to, moved out, whereabouts',
  'verkauf, verkäufe, verkauft*, verkaufsdatum, verkaufstag, ausgemuster*, ausmuster*, ausgeschied*, ausscheid*, ausgesonder*, aussonder*, ausgebucht*, ausbuch*, abgang*, abgänge, abgangs*, abgegeben*, abgabe, abgabedatum, ausgang, ausgänge, ausgangsdatum, ausgegeben, austritt*, außerbetriebnahme, außer betrieb, außer dienst, ehemalig*, verloren*, verlust*, vermisst*, fehlend*, fehlt, fehlen, gestohlen*, diebstahl, entwendet, geklaut',
  'entsorg*, verschrott*, schrott, weggeworfen, vernichtet*, zerstört*, gelöscht*, verschenkt*, gespendet*, spende, spenden, überlassen, zurückgegeben*, rückgabe an, retourniert, entnommen, entnahme, entfernt, entfernung, abgeschrieben*, abgemeldet*, abmeldung, stillgelegt*, stilllegung, inaktiv, deaktiviert*, altbestand, altbestände, altgerät*, abgestoßen, abgewickelt, herausgegeben, weggegeben*, schwund, veräußer*, übergeben*, verbleib, nicht mehr da, verschwunden*, unauffindbar*, abhanden*, ausrangier*, rausgeflogen',
  'vendu*, vente, cédé*, cession, réform*, mis au rebut, mise au rebut, rebut, rebuts, jeté*, détruit*, volé, volés, volée, volées, perdu*, perte, pertes, manquant*, disparu*, sorti, sortie, sorties, sorti du parc, hors service, hors d usage, hors inventaire, retrait, retiré*, donné*, don, dons, offert, restitué*, rendu*, déclassé*, déclassement, désactivé*, inactif*, obsolète*, périmé*, archivé*, ancien matériel, radié*, radiation, mis hors service, mise hors service, supprimé*, éliminé*, cassé*, épave*, aliéné*',
  'vendid*, venta, baja, bajas, de baja, dado de baja, retirado*, retirada, retiro, robad*, robo, perdid*, pérdida, pérdidas, extraviad*, faltante*, falta, faltan, desechad*, desecho, descartad*, desguazad*, chatarra, donad*, donación, donaciones, regalad*, devuelt*, devolución al, salida, salidas, fuera de servicio, fuera de uso, inactiv*, desactivad*, obsolet*, archivad*, eliminad*, destruid*, cedid*, descatalogad*',
  'vendut*, vendita, dismess*, dismissione, alienat*, rottamat*, rottamazione, rottame, smaltit*, smaltimento, rubat*, furto, perso, persi, perse, persa, perdita, smarrit*, mancant*, manca, donat*, donazione, regalat*, restituit*, reso, resi, uscita, uscite, uscito, ritirat*, fuori servizio, fuori uso, inattiv*, disattivat*, obsolet*, archiviat*, eliminat*, distrutt*, scartat*, cedut*, scaricat*, scarico',
  'verkocht*, verkoop, verkoopdatum, afgeschreven, afschrijving, afgevoerd*, afvoer*, afgedankt*, afgestoten, weggegooid, weggegeven, vernietigd*, gesloopt*, sloop, gestolen, diefstal, verloren, verlies, kwijt, vermist*, ontbreekt, ontbrekend*, geschonken, gedoneerd*, teruggegeven, uitgeboekt, uitgegeven, uit dienst, uit gebruik, buiten gebruik, buiten dienst, uitstroom, inactief, gearchiveerd*, verouderd*, vervallen, verwijderd*, ingeleverd*, zoek, zoekgeraakt, kwijtgeraakt, uit roulatie',
  'vendid*, venda, baixa, baixas, baixado*, roubad*, roubo, furtad*, perdid*, perda, extraviad*, descartad*, descarte, sucata, sucatead*, doad*, doação, doações, devolvid*, retirad*, saída, saídas, fora de serviço, fora de uso, inativ*, desativad*, obsolet*, arquivad*, eliminad*, destruíd*, abatid*, abate, sumiu, sumid*, desaparecid*, aposentad*',
  'sprzedan*, sprzedaż, wycofan*, wycofanie, zlikwidowan*, likwidacja, zutylizowan*, utylizacja, złom, złomowan*, skradzion*, kradzież, zgubion*, utracon*, zaginion*, brakując*, oddan*, podarowan*, darowizna, zwrócon*, wydan*, zbędn*, nieaktywn*, usunięt*, zniszczon*, archiwaln*, spisan*, brak na stanie, brak',
  'såld*, sålt, försäljning, utranger*, skrotad*, skrot, kasserad*, kassering, stulen, stulna, stulet, förlorad*, saknad*, saknas, bortskänkt*, skänkt*, returnerad*, uttagen, avvecklad*, inaktiv*, utgången, utgångna, solgt*, salg, kassert, kassér*, skrotet, vraget, stjålet, stjålne, tapt, tabt, mistet, bortkommet, savnet, udgået, utgått, utrangeret, doneret, donert, afskrevet, avskrevet',
  'myyty, myydyt, myyty pois, poistettu, poistetut, poisto, poistot, hävitetty, hävitetyt, romutettu, kadonnut, kadonneet, varastettu, puuttuu, lahjoitettu, palautettu, prodán*, prodan*, vyřazen*, vyřazení, zlikvidován*, ztracen*, ztráta, ukraden*, odepsán*, chybějící, darován*, vrácen*, eladva, eladott, selejt*, selejtez*, elveszett, ellopott, hiányzik, hiányzó, leselejtez*, leírt, satıldı, satılan*, hurda, kayıp, çalındı, çalınan, zayi',
  'продан*, списан*, утерян*, потерян*, украден*, утилизирован*, выбыл*, выбытие, отсутствует, недостач*, возвращен*, подарен*, 売却*, 廃棄*, 処分*, 除却*, 紛失*, 盗難*, 返却*, 寄贈*, 譲渡*, 不明品, 所在不明, 行方不明, 見つからない, 在庫なし, 已售*, 售出*, 报废*, 報廢*, 丢失*, 遗失*, 處分*, 处置*, 捐赠*, 被盗*, 已退*, 注销*, 失窃*, 出库*, 판매*, 폐기*, 분실*, 도난*, 기증*, 처분*',
]

/** Words that mean gone gear in a header, but not in a title. */
export const goneHeaderWords: readonly string[] = [
  'out, in out, weg, raus, introuvable, fuera, fuori, uit, unavailable',
]

/**
 * Words of titles that may mean gone gear only if the title has no other words: "Old inventory", but not "Old Berlin
 * studio".
 */
export const weakGoneWords: readonly string[] = [
  'old, broken, for parts, spare parts, defective, dead stock, dead, legacy, junk, trash, e waste, ex, past, previous, historic, history, unavailable, dump, graveyard',
  'alt, alte, altes, alter, defekt, defekte, kaputt, kaputte, ersatzteilspender, ersatzteile, früher, frühere, historie',
  'hs, da buttare, ancien, ancienne, anciens, anciennes, vieux, vieille, en panne, pour pièces, pièces détachées, viejo, viejos, vieja, viejas, antiguo, antiguos, antigua, antiguas, roto, rotos, averiado, averiados, para piezas',
  'vecchio, vecchi, vecchia, vecchie, rotto, rotti, guasto, guasti, per ricambi, oud, oude, kapot, kapotte, defect, defecte, voor onderdelen, antigo, antigos, quebrado, quebrados, avariado, stare, stary, uszkodzone, gammal, gamla, trasig, gammel, gamle, vanha, vanhat, staré, régi, eski, старое, старые, 旧, 舊, 故障品',
]

/** Words for what is still there, of which a no means gone. */
export const hereWords: readonly string[] = [
  'sigue aquí, sigue allí, v evidenci, existuje, 現有, 有無, на балансе, в эксплуатации, на складе',
  'active, in service, in use, still in use, in operation, operational, operating, working, works, functional, functioning, in stock, on hand, in hand, in inventory, in house, in possession, still have, still there, still here, still own, still owned, have, have it, owned, own, we own, existing, exists, exist, present, available, found, presence, in circulation, in rotation, enabled, accounted for, still have it, got it, on site, onsite, at studio, checked in, check in',
  'aktiv, aktive, am lager, auf lager, vorrätig, lagernd, im einsatz, in betrieb, in benutzung, in gebrauch, im dienst, im bestand, im besitz, im lager, vorhanden, noch vorhanden, noch da, existiert, existent, verfügbar, funktioniert, funktionsfähig, funktionstüchtig, einsatzbereit, gefunden, auffindbar, da, immer noch da, haben wir, wir haben noch',
  'actif, active, actifs, en service, en usage, en utilisation, utilisé, en stock, présent, présente, présence, existe, existant, disponible, fonctionne, fonctionnel, fonctionnelle, opérationnel, en possession, possédé, trouvé, toujours là, encore là, localisé',
  'activo, activa, en almacén, en servicio, en uso, en stock, existe, existente, presente, disponible, funciona, operativo, operativa, en funcionamiento, en posesión, encontrado, vigente, de alta, sigue en uso, en existencia, existiendo, localizado, localizada, tenemos',
  'attivo, attiva, in servizio, in uso, in funzione, in magazzino, esiste, esistente, presente, disponibile, funziona, funzionante, operativo, trovato, in possesso, in carico, in dotazione, c è, c è ancora, localizzato, abbiamo',
  'actief, in dienst, in gebruik, in bedrijf, op voorraad, aanwezig, bestaat, beschikbaar, werkt, werkend, functioneert, gevonden, in bezit',
  'ativo, ativa, em serviço, em uso, em estoque, existe, existente, presente, disponível, funciona, funcionando, operacional, encontrado, encontrada, localizado, localizada, temos, jest, znaleziono, odnaleziono, aktywny, aktywna, aktywne, w użyciu, na stanie, istnieje, dostępny, obecny, działa, sprawny',
  'finnes, finnes fortsatt, fortsatt her, fortsatt i bruk, stadig her, findes stadig, kvar, finns fortfarande, används fortfarande, yhä käytössä, tallella, vielä tallella, stále v provozu, k dispozici, halen var, hâlâ var, elimizde, i bruk, i drift, finns, finns kvar, i lager, aktivt, på lager, i brug, findes, tilgængelig, käytössä, olemassa, aktiivinen, aktivní, v provozu, používá se, aktív, használatban, aktif, kullanımda, mevcut, активен, активный, в наличии, используется, в эксплуатации, 使用中, 在籍, 現存, 有効, 在用, 在库, 在庫, 可用, 启用, 사용중, 보유',
]

/** Words for what somebody has outside, who is named, or since when. */
export const outWords: readonly string[] = [
  'låntagare, lånas ut till, utlånad till vem, uthyrd till, lånt av, låntaker, utlånt til hvem, utleid til, låntager, lånt af, udlejet til, lainaaja, lainattu, kenellä, vuokrattu, vypůjčil, vypůjčeno komu, zapůjčeno komu, pronajato komu, ödünç alan, kiralayan, kiraya verildi, w posiadaniu, pobrał, em posse de, in mano a',
  'custodio, consegnatario, in bruikleen, in bruikleen bij, bij wie, u kogo, wypożyczono komu, komu wypożyczono, půjčeno komu, komu půjčeno, u koho, zapůjčeno, zapůjčen, lånas av, lånad av, com quem, kimde, kimin elinde, zimmetli, zimmetli kişi, zimmet, ödünç verilen, ödünç verildi, teslim edilen, 持出先, 持出中, 持ち出し先, у кого, выдано, выдан, кому выдано, выдано кому',
  'assigned to, assigned, assignee, checked out, checked out to, check out date, checkout date, checkout, date out, out date, out since, out to, loaned, loaned to, loaned out, lent, lent to, lent out, on loan, on loan to, borrowed by, borrower, borrowed, issued, issued to, rented, rented to, rented out, hired out, with whom, held by, in use by, used by, signed out, signed out to, custodian, current user',
  'ausleihe, ausgeliehen, ausgeliehen an, verliehen, verliehen an, vermietet, vermietet an, ausgegeben an, entleiher, ausleiher, ausgeliehen von, ausgecheckt, zugewiesen, zugewiesen an, verwendet von, genutzt von, benutzt von, leihgabe an',
  'prêt, prêts, prêté, prêté à, prêtée, prestados, prestadas, loué, loué à, emprunté par, emprunteur, attribué à, affecté à, attribution, sorti par, utilisé par, prestado, prestado a, alquilado, alquilado a, asignado a, asignado, entregado a, en préstamo, utilizado por',
  'prestato, prestati, prestata, prestate, prestato a, noleggiato, noleggiato a, assegnato a, assegnato, in prestito, in prestito a, consegnato a, usato da, uitgeleend, uitgeleend aan, verhuurd, verhuurd aan, toegewezen aan, geleend door, in gebruik bij',
  'emprestado, emprestado a, emprestado para, alugado, atribuído a, wypożyczony, wypożyczone, wypożyczono, przypisany do, utlånad, utlånat, utlånad till, uthyrd, utlånt, utlånt til, udlånt, udlånt til, lainassa, vypůjčeno, půjčeno, kikölcsönözve, 貸出先, 貸出中, 借用人, 領用人, 领用人, 借出',
]

/** Words beside these that change nothing. */
export const presenceFillers: readonly string[] = [
  'och, og, ja, ve, a, dato, siden, sedan, fortsatt, fortfarande, stadig, til, af, myyntipäivä, syy, causa, sinds, z, użytku, para, причина, дата, powód, důvod, datum, tarihi, nedeni, 日, 理由, 先',
  'is, was, are, has, been, date, dates, day, on, at, by, to, in, from, for, of, the, a, an, and, or, as, item, items, asset, assets, equipment, gear, kit, unit, inventory, stock, list, status, flag, mark, marked, reason, yes, no, y, n, when, why, year, month, time, since, until, our, my, all, service, use, owner, house, rental, cameras, lenses, method, type, details, notes, note, comment, damaged, broken, defective, s, j, o, still, currently, now, already, here, there, do, we, it, longer',
  'ist, wurde, sind, hat, datum, tag, am, an, von, vom, bis, seit, zum, der, die, das, und, oder, grund, ja, nein, gerät, geräte, artikel, bestand, inventar, jahr, monat, wann, warum, liste, kennzeichen, status, noch, immer, bereits, schon, encore, déjà, ainda, sigue, siguen, wciąż, nadal, już, reeds, al, redan, toujours, aún, todavía, ancora, nog, statut, stato, estado, état, gesteld, genomen, art, hinweis, im, in, aus, kameras, objektive, technik, equipment',
  'date, matériels, le, la, les, du, de, des, d, l, au, aux, à, en, est, et, ou, motif, raison, oui, non, matériel, stock, parc, inventaire, article, articles, année, mois, liste, équipement, fecha, el, los, las, del, al, es, y, o, motivo, sí, no, equipo, equipos, inventario, artículo, año, mes, lista, material',
  'data, il, lo, gli, di, del, della, dal, da, è, e, motivo, attrezzatura, inventario, anno, mese, elenco, lista, magazzino, datum, de, het, van, op, aan, reden, apparatuur, materiaal, spullen, voorraad, inventaris, lijst, jaar, do, da, em, motivo, equipamento, lista, estoque, powód, sprzęt, lista, magazyn, datum, till, av, från, utstyr, udstyr, päivä, pvm, datum, důvod, dátum, tarih, tarihi, дата, 日, 日期, 日付',
]

/** Yes and no in cells of such columns, in languages whose words no other column needs. */
export const yesWords = 'sim, tak, igen, ano, kyllä, joo, jo, да, evet, var, はい, 有, あり, 有り, 是, 예, 네, 있음'
export const noWords = 'não, nie, nej, nei, nee, nem, ei, ne, нет, hayır, いいえ, 否, 无, 無, 아니오, nope, never, nie'

/** Words that turn the meaning of the word that follows. */
export const negations: readonly string[] = [
  'not, non, un, no longer, nicht, nicht mehr, kein, keine, pas, plus, ne, no, ya no, non più, niet, niet meer, geen, não, não mais, nie, inte, ikke, ej, ei, не',
]

/** Words of a column about presence that there is none: a no, though they mean blank elsewhere. */
export const absentWords =
  'none, nil, keine, keiner, keines, kein, keins, aucun, aucune, néant, ninguno, ninguna, ningún, nada, nessuno, nessuna, niente, geen, brak, nenhum, nenhuma, ingen, inget, ei ole, yok, žádný, žádné, není, nie je, nincs, нет, нету, отсутствует, なし, 無し, 无, 無, 暂无, 없음'

/** Words of such a column that nobody knows. They lead to a question. */
export const unknownWords =
  'unknown, unbekannt, nicht bekannt, inconnu, inconnue, desconocido, desconocida, sconosciuto, sconosciuta, onbekend, nieznany, nieznane, desconhecido, desconhecida, okänd, ukendt, ukjent, neznámý, neznámé, ismeretlen, bilinmiyor, неизвестно, 不明, 未知, 미상'
