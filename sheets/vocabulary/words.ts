/**
 * Words of enumerations in many languages, by value. Case, accents, spaces, hyphens and underscores are ignored.
 * Plurals are listed, never derived.
 */
export type WordTable = Readonly<Record<string, readonly string[]>>

export const statusWords: WordTable = {
  available: [
    'in stock, in, in house, free, on shelf, verfügbar, frei, vorhanden, im lager, auf lager',
    'disponible, libre, en stock, en almacén, disponibles, dispo, ready to deploy, deployable, beschikbaar, vrij, op voorraad',
    'disponibile, disponibili, libero, in magazzino, dostępny, dostępna, wolny, w magazynie, disponível, em estoque, 利用可能, 在庫, 在庫あり, 可用, 在库',
    'tillgänglig, ledig, i lager, ledigt, tilgjengelig, ledige, på lager, tilgængelig, ledig nu, vapaa, saatavilla, varastossa, volný, volné, dostupný, dostupné, skladem, müsait, mevcut, depoda, uygun',
  ],
  ready: [
    'ready to go, prepared, packed, bereit, einsatzbereit, startklar, gepackt, prêt, préparé, listo, lista, preparado',
    'klar, färdigpackad, packad, pakket, valmis, připraveno, připraven, hazır, pronto, pronta, gereed, ingepakt, gotowy, gotowa',
  ],
  in_use: [
    'out, checked out, on set, rented, rented out, on loan, booked, in benutzung, in gebrauch, im einsatz, verliehen, vermietet, ausgeliehen',
    'reserved, in custody, deployed, reserviert, gebucht, réservé, reservado, gereserveerd, in gebruik, uitgeleend, verhuurd, prenotato, riservato, in uso',
    'noleggiato, in prestito, zarezerwowany, w użyciu, wypożyczony, wynajęty, em uso, emprestado, alugado, 使用中, 貸出中, 予約済み, 借出, 已借出',
    'utilisé, en utilisation, en service, sorti, loué, en prêt, en uso, alquilado, prestado, ocupado',
    'i bruk, används, utlånad, utlånat, uthyrd, uthyrt, bokad, reserverad, utlånt, utleid, booket, i brug, udlånt, udlejet, booket ud, reserveret, reservert, käytössä, lainassa, vuokrattu, varattu, používá se, půjčeno, vypůjčeno, zapůjčeno, rezervováno, kullanımda, ödünçte, kirada, rezerve',
  ],
  maintenance: [
    'in maintenance, repair, in repair, being serviced, wartung, in wartung, reparatur, in reparatur, im service',
    'broken, defective, out of order, not working, needs repair, needs attention, undeployable, defekt, kaputt, außer betrieb, in reparatur gegeben',
    'en panne, cassé, averiado, roto, defect, kapot, in reparatie, onderhoud, in manutenzione, in riparazione, guasto, rotto, w naprawie, w serwisie',
    'zepsuty, uszkodzony, em manutenção, avariado, quebrado, 修理中, 故障, 故障中, 维修中, 维修',
    'en maintenance, entretien, réparation, en réparation, en mantenimiento, mantenimiento, reparación, en reparación, taller',
    'på service, på reparation, reparation, lämnad på service, til service, på verksted, til reparasjon, på værksted, til reparation, huollossa, korjauksessa, rikki, v opravě, v servisu, opravuje se, porouchané, tamirde, serviste, bakımda, arızalı, trasig, ødelagt',
  ],
  retired: [
    'sold, disposed, lost, stolen, decommissioned, written off, ausgemustert, verkauft, entsorgt, verloren, gestohlen, außer dienst',
    'archived, scrapped, verschrottet, hs, h.s., verkocht, afgeschreven, buiten gebruik, gestolen, verloren gegaan, venduto, dismesso, rubato',
    'sprzedany, wycofany, skradziony, zgubiony, roubado, baixado, 廃棄, 廃棄済み, 売却済み, 紛失, 报废, 已报废, 已售, 丢失',
    'retiré, hors service, vendu, perdu, volé, réformé, retirado, vendido, perdido, robado, de baja, dado de baja',
    'såld, sålt, kasserad, utrangerad, skrotad, stulen, försvunnen, solgt, kassert, kasseret, skrotet, stjålet, udgået, utrangert, myyty, poistettu, poistettu käytöstä, varastettu, kadonnut, prodáno, prodán, vyřazeno, vyřazen, odcizeno, ztraceno, satıldı, hurda, hurdaya ayrıldı, çalındı, kayıp, vendida, dismessa, rubata, sprzedana, wycofana, skradziona, zgubiona',
  ],
}

export const conditionWords: WordTable = {
  new: [
    'brand new, neu, fabrikneu, neuf, neuve, nuevo, nueva, nieuw, nuovo, nuova, nowy, nowa, novo, nova, 新品, 未使用, 全新',
    'ny, nytt, nye, helt ny, uusi, nový, nová, nové, yeni, sıfır, gloednieuw',
  ],
  excellent: [
    'a, a+, grade a, 10/10, 9/10, 9.5/10, 5/5, tbe, tb, als nieuw, zeer goed, uitstekend, come nuovo, ottimo, ottima, eccellente, molto buono',
    'jak nowy, bardzo dobry, bardzo dobra, idealny, doskonały, como novo, muito bom, ótimo, ótima, 美品, 極美品, 非常に良い, 九成新, 极好, 很好',
    'very good, like new, mint, sehr gut, neuwertig, comme neuf, como nuevo, ausgezeichnet, hervorragend, très bon, très bon état, excellent état, muy bueno, muy buena, muy bien, excelente',
    'nyskick, som ny, som nytt, utmärkt, utmärkt skick, mycket bra, mycket gott, mycket gott skick, utmerket, meget god, svært god, veldig god, fremragende, meget flot, erinomainen, kuin uusi, kiitettävä, výborný, výborné, jako nový, velmi dobrý, velmi dobré, çok iyi, mükemmel, yeni gibi',
  ],
  good: [
    'b, b+, grade b, 8/10, 7/10, 4/5, be, ok, gut, bon, bonne, bon état, bueno, buena, buen estado, bien, goed, buono, buona, dobry, dobra, bom, boa',
    '良品, 良い, 良好, 好',
    'bra, gott, gott skick, bra skick, god, godt, god stand, hyvä, dobrý, dobré, iyi, em bom estado, in buono stato, buone condizioni, buone',
  ],
  fair: [
    'c, grade c, 6/10, 5/10, 3/5, em, matig, redelijk, discreto, discreta, sufficiente, dostateczny, średni, razoável, 並品, 可, 一般',
    'average, acceptable, befriedigend, ausreichend, akzeptabel, moyen, correct, passable, état moyen, regular, aceptable',
    'okej, acceptabelt, acceptabel, godtagbart, godtagbar, brukbar, akseptabel, brugbar, tyydyttävä, kohtalainen, kelvollinen, ujde, dostatečný, průměrný, orta, idare eder, accettabile, aceitável, zadowalający',
  ],
  poor: [
    'd, grade d, 4/10, 3/10, 2/10, 1/10, 2/5, 1/5, slecht, beschadigd, defect, scarso, cattivo, danneggiato, guasto, zły, uszkodzony, zepsuty',
    'ruim, mau, danificado, kaputt, cassé, roto, 難あり, 不良, 破損, 差, 损坏',
    'bad, worn, damaged, broken, defective, mangelhaft, schlecht, defekt, beschädigt, mauvais, mauvais état, abîmé, malo, mala, mal estado, dañado',
    'dålig, dåligt, dåligt skick, sliten, slitet, skadad, skadat, dårlig, slitt, slidt, skadet, beskadiget, huono, vaurioitunut, kulunut, špatný, špatné, poškozený, poškozené, kötü, hasarlı, yıpranmış',
  ],
}

/** Sensor formats and image circles. */
export const sensorWords: WordTable = {
  full_frame: [
    'ff, full frame 35mm, 35mm full frame, 36x24, 24x36, 36x24mm, 24x36mm, fx, vollformat, kleinbild, kb, plein format, fotograma completo, formato completo',
    'fullformat, småbild, fuldformat, täysikenno, kinokenno, plný formát, pełna klatka, volformaat, pieno formato, formato pieno, quadro completo, tam kare, フルサイズ, 全画幅',
  ],
  aps_c: ['apsc, dx, crop, super aps c'],
  micro_four_thirds: [
    'mft, m43, m4/3, micro 4/3, four thirds, micro43, micro quatre tiers, micro cuatro tercios',
    'micro 4 3, lumix mft, マイクロフォーサーズ',
  ],
  medium_format: [
    'mf, mittelformat, moyen format, formato medio, 44x33, 33x44, gfx',
    'mellanformat, mellomformat, mellemformat, keskikoko, keskiformaatti, medio formato, médio formato, middenformaat, średni format, střední formát, orta format, 中判, 中画幅',
  ],
  super_35: ['s35, super 35mm, super35mm'],
  one_inch: ['1 inch, 1", 1 zoll, 1 pouce, 1 pulgada, 1 in, one inch type'],
  film_35mm: ['35mm film, kleinbildfilm, 135, 135 film, film 35, pellicule 35mm, película de 35mm'],
  film_120: ['120 film, 120, rollfilm, 120er film, pellicule 120, película 120'],
  other: ['sonstige, autre, otro, otra'],
}

export const filterKindWords: WordTable = {
  uv: ['protection, protector, clear, schutz, schutzfilter, neutre, protecteur, protección'],
  nd: [
    'neutral density, grau, graufilter, gris neutre, gris, densidad neutra',
    'gråfilter, szary, neutralny szary, grijs, grijsfilter, grigio, grigio neutro, cinza, densidade neutra, densità neutra',
  ],
  variable_nd: [
    'vnd, vario nd, nd variable, nd vario, variabler nd, fader nd',
    'variabel nd, variabelt nd, variabele nd, nd variabile, nd variável, zmienny nd, nd zmienny, säädettävä nd, variabilní nd',
  ],
  polarizer: [
    'pol, cpl, polariser, circular polarizer, polfilter, polarisation, polarisationsfilter, polarisant, polarizador',
    'polarisationsfilter, polarisatie, polarisatiefilter, polaryzacyjny, polaryzator, polarizzatore, polarizzatore circolare, cirkulär polarisation, polarisaatio, polarizační',
  ],
  graduated_nd: ['gnd, grad nd, grad, graduated, verlauf, verlaufsfilter, grauverlauf, dégradé, degradado'],
  color: ['colour, infrared, ir, farbe, farbfilter, couleur, coloré, infrarouge, infrarot, infrarrojo'],
  diffusion: ['mist, pro mist, black mist, soft, diffuser, weichzeichner, softfilter, diffuseur, difusor, difusión'],
  close_up: ['closeup, macro, nahlinse, makro, bonnette, gros plan, lente de aproximación, aproximación'],
  other: ['sonstige, sonstiges, autre, otro, star, stern, étoile, estrella, astro'],
}

export const yesNoWords: WordTable = {
  true: [
    'yes, y, x, 1, ja, j, wahr, oui, o, vrai, sí, s, verdadero, ✓, ✔, ☑, vero, tak, prawda, sim, verdadeiro, waar, はい, 是',
    'true, yep, jep, ✅, ○, ◯, 〇, ⭕',
    'joo, kyllä, evet, ano',
  ],
  false: [
    'no, n, 0, nein, falsch, non, faux, falso, ✗, ✘, ☐, nee, onwaar, nie, fałsz, não, いいえ, 否',
    'false, nope, ❌, ×, ✕, ✖',
    'nej, nei, hayır',
  ],
}
