import type { HeaderEntry } from './headerEntry.ts'
import { toLookupKey } from './lookupKey.ts'

const FOCAL_RANGE_HEADERS =
  'focal length, focal lengths, focal range, brennweite, brennweiten, brennweitenbereich, focale, focales, distance focale, distancia focal, focal, lunghezza focale, brandpuntsafstand, ogniskowa, distância focal, brännvidd, brennvidde, brændvidde, polttoväli, ohnisková vzdálenost, ohnisko, odak uzaklığı, 焦点距離, 焦距'
const focalRanges: ReadonlySet<string> = new Set(FOCAL_RANGE_HEADERS.split(', ').map(toLookupKey))

/** True for a header of a focal length range, with or without a unit. */
export const isFocalRangeHeader = (header: string): boolean =>
  focalRanges.has(toLookupKey(header.replaceAll(/[([{][^)\]}]{0,200}[)\]}]|\bmm\b/gi, ' ')))

export const ownHeaders: readonly HeaderEntry[] = [
  {
    target: 'mount',
    en: 'mount, lens mount, camera mount',
    de: 'bajonett, anschluss, objektivanschluss',
    fr: 'monture, baïonnette',
    es: 'montura, bayoneta',
  },
  {
    target: 'sensor_format',
    en: 'sensor format, sensor, sensor size, film format',
    de: 'sensorformat, sensor, sensorgröße, filmformat',
    fr: 'format du capteur, format de capteur, capteur, taille du capteur',
    es: 'formato del sensor, formato de sensor, sensor, tamaño del sensor',
  },
  {
    target: 'resolution_mp',
    en: 'resolution, megapixels, megapixel, mp, resolution mp',
    de: 'auflösung, megapixel',
    fr: 'résolution, mégapixels, définition',
    es: 'resolución, megapíxeles',
  },
  {
    target: 'shutter_count',
    en: 'shutter count, shutter actuations, actuations, shutter, clicks',
    de: 'auslösungen, anzahl auslösungen, verschlusszähler',
    fr: 'déclenchements, nombre de déclenchements',
    es: 'disparos, número de disparos, obturaciones',
  },
  {
    target: 'firmware_version',
    en: 'firmware, firmware version',
    de: 'firmware, firmwareversion, firmwarestand',
    fr: 'micrologiciel, version du micrologiciel, firmware',
    es: 'firmware, versión de firmware',
  },
  {
    target: 'focal_length_min_mm',
    en: 'focal length min, min focal length, minimum focal length, focal min, shortest focal length, focal length from',
    de: 'brennweite min, brennweite von, kürzeste brennweite, minimale brennweite, anfangsbrennweite',
    fr: 'focale min, focale minimale, distance focale min, focale minimum',
    es: 'distancia focal mín, focal mín, focal mínima, distancia focal mínima',
    weak: FOCAL_RANGE_HEADERS,
  },
  {
    target: 'focal_length_max_mm',
    en: 'focal length max, max focal length, maximum focal length, focal max, longest focal length, focal length to',
    de: 'brennweite max, brennweite bis, längste brennweite, maximale brennweite, endbrennweite',
    fr: 'focale max, focale maximale, distance focale max, focale maximum',
    es: 'distancia focal máx, focal máx, focal máxima, distancia focal máxima',
  },
  {
    target: 'max_aperture',
    en: 'max aperture, maximum aperture, aperture, f number, f stop',
    de: 'lichtstärke, blende, offenblende, max blende, größte blende',
    fr: 'ouverture, ouverture max, ouverture maximale',
    es: 'apertura, apertura máx, apertura máxima, luminosidad',
  },
  {
    target: { lens: 'filter_thread_mm', filter: 'thread_mm' },
    en: 'filter thread, thread, filter size, filter diameter, thread size, filter thread mm, filter thread size',
    de: 'filtergewinde, gewinde, filterdurchmesser, filtergröße',
    fr: 'diamètre de filtre, diamètre du filtre, filetage, diamètre filtre, pas de vis',
    es: 'rosca, rosca de filtro, diámetro de filtro, diámetro del filtro, rosca del filtro',
  },
  {
    target: 'thread_mm',
    en: 'thread mm',
    de: '',
    fr: '',
    es: '',
  },
  {
    target: 'image_circle',
    en: 'image circle, coverage, sensor coverage',
    de: 'bildkreis, bildkreisformat',
    fr: "cercle d'image, couverture",
    es: 'círculo de imagen, cobertura',
  },
  {
    target: 'stabilized',
    en: 'stabilized, stabilised, stabilization, image stabilization',
    de: 'stabilisiert, bildstabilisator, stabilisator, bildstabilisierung',
    fr: 'stabilisé, stabilisation, stabilisateur',
    es: 'estabilizado, estabilización, estabilizador',
  },
  {
    target: 'category',
    en: 'accessory category, accessory type, accessory kind, sub category, sub type',
    de: 'zubehörkategorie, zubehörart, zubehörtyp, unterkategorie',
    fr: "catégorie d'accessoire, type d'accessoire, sous-catégorie",
    es: 'categoría de accesorio, tipo de accesorio, subcategoría',
  },
  {
    target: 'compatible_with',
    en: 'compatible with, compatibility, fits, works with',
    de: 'kompatibel mit, kompatibilität, passend für, passt zu',
    fr: 'compatible avec, compatibilité',
    es: 'compatible con, compatibilidad',
  },
  {
    target: 'battery_wh',
    en: 'battery wh, watt hours, wh, energy wh',
    de: 'wattstunden, wh',
    fr: 'wattheures, wh',
    es: 'vatios hora, wh',
  },
  {
    target: 'filter_kind',
    en: 'filter kind, filter type, kind of filter',
    de: 'filterart, filtertyp',
    fr: 'type de filtre, genre de filtre',
    es: 'tipo de filtro, clase de filtro',
  },
  {
    target: 'nd_stops',
    en: 'nd stops, stops, nd strength, filter stops',
    de: 'blendenstufen, nd stufen, nd stärke',
    fr: 'stops, densité, valeur nd',
    es: 'pasos, pasos nd, densidad',
  },
  {
    target: 'registration_number',
    en: 'registration number, registration, registration no, drone registration, faa registration',
    de: 'registriernummer, registrierungsnummer, kennzeichen, e-id, eid',
    fr: "numéro d'enregistrement, n° d'enregistrement, immatriculation, enregistrement",
    es: 'número de registro, nº de registro, matrícula, registro',
  },
  {
    target: 'max_flight_minutes',
    en: 'max flight minutes, max flight time, flight time, maximum flight time, flight minutes',
    de: 'flugzeit, max flugzeit, maximale flugzeit, flugminuten',
    fr: 'autonomie de vol, temps de vol, temps de vol max',
    es: 'tiempo de vuelo, tiempo máximo de vuelo, autonomía de vuelo',
  },
  {
    target: 'flight_hours',
    en: 'flight hours, hours flown, total flight hours',
    de: 'flugstunden',
    fr: 'heures de vol',
    es: 'horas de vuelo',
  },
  {
    target: 'battery_count',
    en: 'battery count, batteries, number of batteries',
    de: 'akkus, anzahl akkus, batterien',
    fr: 'nombre de batteries, batteries',
    es: 'número de baterías, baterías',
  },
  {
    target: 'remote_id',
    en: 'remote id, remote identification',
    de: 'fernidentifikation, remote id',
    fr: 'identification à distance, id à distance',
    es: 'identificación a distancia, identificación remota',
  },
]
