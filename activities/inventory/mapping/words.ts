/**
 * Words of the fixed lists in English, German, French and Spanish, by the value they stand for.
 * Case, accents, spaces, hyphens and underscores do not matter, and the values themselves always work.
 * A plural is written down, never guessed. Each string lists words of one language or more, separated by commas.
 */
export type WordTable = Readonly<Record<string, readonly string[]>>

export const statusWords: WordTable = {
  available: [
    'in stock, in, in house, free, on shelf, verfügbar, frei, vorhanden, im lager, auf lager',
    'disponible, libre, en stock, en almacén, disponibles',
  ],
  ready: ['ready to go, prepared, packed, bereit, einsatzbereit, startklar, gepackt, prêt, préparé, listo, lista, preparado'],
  in_use: [
    'out, checked out, on set, rented, rented out, on loan, booked, in benutzung, in gebrauch, im einsatz, verliehen, vermietet, ausgeliehen',
    'utilisé, en utilisation, en service, sorti, loué, en prêt, en uso, alquilado, prestado, ocupado',
  ],
  maintenance: [
    'in maintenance, repair, in repair, being serviced, wartung, in wartung, reparatur, in reparatur, im service',
    'en maintenance, entretien, réparation, en réparation, en mantenimiento, mantenimiento, reparación, en reparación, taller',
  ],
  retired: [
    'sold, disposed, lost, stolen, decommissioned, written off, ausgemustert, verkauft, entsorgt, verloren, gestohlen, außer dienst',
    'retiré, hors service, vendu, perdu, volé, réformé, retirado, vendido, perdido, robado, de baja, dado de baja',
  ],
}

export const conditionWords: WordTable = {
  new: ['brand new, neu, fabrikneu, neuf, neuve, nuevo, nueva'],
  excellent: [
    'very good, like new, mint, sehr gut, neuwertig, comme neuf, como nuevo, ausgezeichnet, hervorragend, très bon, très bon état, excellent état, muy bueno, muy buena, muy bien, excelente',
  ],
  good: ['ok, gut, bon, bonne, bon état, bueno, buena, buen estado, bien'],
  fair: ['average, acceptable, befriedigend, ausreichend, akzeptabel, moyen, correct, passable, état moyen, regular, aceptable'],
  poor: [
    'bad, worn, damaged, broken, defective, mangelhaft, schlecht, defekt, beschädigt, mauvais, mauvais état, abîmé, malo, mala, mal estado, dañado',
  ],
}

/** Sensor formats and image circles. */
export const sensorWords: WordTable = {
  full_frame: [
    'ff, full frame 35mm, 35mm full frame, 36x24, 24x36, 36x24mm, 24x36mm, fx, vollformat, kleinbild, kb, plein format, fotograma completo, formato completo',
  ],
  aps_c: ['apsc, dx, crop, super aps c'],
  micro_four_thirds: ['mft, m43, m4/3, micro 4/3, four thirds, micro43, micro quatre tiers, micro cuatro tercios'],
  medium_format: ['mf, mittelformat, moyen format, formato medio, 44x33, 33x44, gfx'],
  super_35: ['s35, super 35mm, super35mm'],
  one_inch: ['1 inch, 1", 1 zoll, 1 pouce, 1 pulgada, 1 in, one inch type'],
  film_35mm: ['35mm film, kleinbildfilm, 135, 135 film, film 35, pellicule 35mm, película de 35mm'],
  film_120: ['120 film, 120, rollfilm, 120er film, pellicule 120, película 120'],
  other: ['sonstige, autre, otro, otra'],
}

export const filterKindWords: WordTable = {
  uv: ['protection, protector, clear, schutz, schutzfilter, neutre, protecteur, protección'],
  nd: ['neutral density, grau, graufilter, gris neutre, gris, densidad neutra'],
  variable_nd: ['vnd, vario nd, nd variable, nd vario, variabler nd, fader nd'],
  polarizer: ['pol, cpl, polariser, circular polarizer, polfilter, polarisation, polarisationsfilter, polarisant, polarizador'],
  graduated_nd: ['gnd, grad nd, grad, graduated, verlauf, verlaufsfilter, grauverlauf, dégradé, degradado'],
  color: ['colour, infrared, ir, farbe, farbfilter, couleur, coloré, infrarouge, infrarot, infrarrojo'],
  diffusion: ['mist, pro mist, black mist, soft, diffuser, weichzeichner, softfilter, diffuseur, difusor, difusión'],
  close_up: ['closeup, macro, nahlinse, makro, bonnette, gros plan, lente de aproximación, aproximación'],
  other: ['sonstige, sonstiges, autre, otro, star, stern, étoile, estrella, astro'],
}

export const yesNoWords: WordTable = {
  true: ['yes, y, x, 1, ja, j, wahr, oui, o, vrai, sí, s, verdadero, ✓, ✔, ☑'],
  false: ['no, n, 0, nein, falsch, non, faux, falso, ✗, ✘, ☐'],
}
