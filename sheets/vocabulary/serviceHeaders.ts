// Headers of facts about service: when an item was serviced, calibrated or inspected last, and when it is due.
import { toLookupKey } from './lookupKey.ts'

/** Kinds of work that sheets have columns for. */
export const serviceKinds = ['service', 'calibration', 'inspection'] as const
export type ServiceKind = (typeof serviceKinds)[number]

/** Targets of columns about service, with their headers. */
const headers = {
  last_service: [
    'last service, last serviced, last service date, date of last service, serviced, serviced on, service date, last maintenance, last maintenance date, last maintained, maintained on, last cla',
    'letzte wartung, letzter service, letzte instandhaltung, gewartet am, zuletzt gewartet, wartung am, datum letzte wartung, letztes wartungsdatum',
    'dernier entretien, dernière maintenance, dernière révision, entretenu le, révisé le, date du dernier entretien, date de dernière maintenance',
    'último servicio, último mantenimiento, última revisión, revisado el, fecha último mantenimiento, fecha de último mantenimiento',
    'ultima manutenzione, ultimo servizio, ultima revisione, ultimo tagliando, data ultima manutenzione',
    'laatste onderhoud, laatste service, laatste servicebeurt, onderhouden op, datum laatste onderhoud',
    'ostatni serwis, ostatni przegląd serwisowy, data ostatniego serwisu, ostatnia konserwacja, serwisowano',
    'última manutenção, última assistência, data da última manutenção',
    'senaste service, senaste underhåll, senast servad, senaste servicedatum, siste service, sist service, siste vedlikehold, seneste service, sidste service, seneste vedligehold, viimeisin huolto, edellinen huolto, huollettu',
    'poslední servis, poslední údržba, son bakım, son bakım tarihi, son servis',
    '最終メンテナンス, 最終メンテナンス日, 前回メンテナンス, 前回メンテナンス日, 最終整備日, 前回整備日, 最終保守日, 上次保养, 上次保养日期, 上次维护, 上次维护日期',
  ],
  next_service: [
    'next service, next service date, next service due, service due, service due date, next maintenance, next maintenance date, maintenance due, next service on',
    'nächste wartung, nächster service, nächste instandhaltung, wartung fällig, wartung fällig am, nächste wartung am, nächstes wartungsdatum, service fällig',
    'prochain entretien, prochaine maintenance, prochaine révision, date du prochain entretien, entretien prévu le',
    'próximo servicio, próximo mantenimiento, próxima revisión, fecha próximo mantenimiento',
    'prossima manutenzione, prossimo servizio, prossima revisione, prossimo tagliando',
    'volgend onderhoud, volgende service, volgende servicebeurt, volgende onderhoudsbeurt',
    'następny serwis, kolejny serwis, data następnego serwisu, następna konserwacja',
    'próxima manutenção, próxima assistência, data da próxima manutenção',
    'nästa service, nästa underhåll, neste service, neste vedlikehold, næste service, næste vedligehold, seuraava huolto',
    'příští servis, další servis, příští údržba, sonraki bakım, sonraki bakım tarihi, sonraki servis',
    '次回メンテナンス, 次回メンテナンス日, 次回整備日, 次回保守日, 下次保养, 下次保养日期, 下次维护, 下次维护日期',
  ],
  service_interval: [
    'service interval, maintenance interval, service period, service every, service interval months',
    'wartungsintervall, serviceintervall, service intervall, wartungszyklus, wartungsturnus',
    "intervalle d'entretien, intervalle de maintenance, périodicité d'entretien, périodicité de maintenance",
    'intervalo de servicio, intervalo de mantenimiento, periodicidad de mantenimiento',
    'intervallo di manutenzione, intervallo manutenzione, onderhoudsinterval, service interval, interwał serwisowy, okres serwisowy, intervalo de manutenção',
    'serviceintervall, underhållsintervall, vedlikeholdsintervall, serviceinterval, vedligeholdelsesinterval, huoltoväli, servisní interval, bakım aralığı, bakım periyodu',
    'メンテナンス間隔, メンテナンス周期, 整備周期, 保守周期, 保养周期, 维护周期',
  ],
  last_calibration: [
    'calibrated, calibrated on, last calibrated, last calibration, last calibration date, calibration date, date of calibration',
    'kalibriert, kalibriert am, letzte kalibrierung, zuletzt kalibriert, kalibrierdatum',
    "étalonné le, calibré le, dernier étalonnage, dernière calibration, date d'étalonnage",
    'calibrado el, calibrado, última calibración, fecha de calibración',
    'calibrato il, ultima calibrazione, ultima taratura, data taratura, gekalibreerd op, laatste kalibratie, skalibrowano, ostatnia kalibracja, calibrado em, última calibração, data de calibração',
    'kalibrerad, senaste kalibrering, kalibreret, kalibrert, siste kalibrering, seneste kalibrering, kalibroitu, viimeisin kalibrointi, kalibrováno, poslední kalibrace, son kalibrasyon, kalibrasyon tarihi',
    '校正日, 最終校正日, 前回校正日, 校准日期, 上次校准, 上次校准日期',
  ],
  next_calibration: [
    'next calibration, next calibration date, calibration due, calibration due date, recalibration due',
    'nächste kalibrierung, kalibrierung fällig, kalibrierung fällig am',
    'prochain étalonnage, prochaine calibration, próxima calibración, prossima calibrazione, prossima taratura, volgende kalibratie, następna kalibracja, kolejna kalibracja, próxima calibração',
    'nästa kalibrering, neste kalibrering, næste kalibrering, seuraava kalibrointi, příští kalibrace, další kalibrace, sonraki kalibrasyon',
    '次回校正日, 次回校正, 下次校准, 下次校准日期',
  ],
  calibration_interval: [
    'calibration interval, kalibrierintervall, kalibrierungsintervall, intervalle d’étalonnage, intervalo de calibración, intervallo di taratura, intervallo di calibrazione, kalibratie-interval, interwał kalibracji, intervalo de calibração, kalibreringsintervall, kalibreringsinterval, kalibrointiväli, kalibrační interval, kalibrasyon aralığı, 校正周期, 校准周期',
  ],
  last_inspection: [
    'last inspection, last inspection date, inspected, inspected on, inspection date, last inspected, last check, last checked, last tested, tested on, last pat test, pat tested',
    'letzte prüfung, geprüft am, zuletzt geprüft, letzte inspektion, prüfdatum, letzte uvv, uvv geprüft, letzte dguv prüfung, dguv v3 geprüft',
    'dernière inspection, dernier contrôle, inspecté le, contrôlé le, dernière vérification, vérifié le',
    'última inspección, inspeccionado el, último control, ultima ispezione, ultimo controllo, ispezionato il, laatste keuring, gekeurd op, laatste inspectie, laatste controle, ostatnia inspekcja, ostatni przegląd, última inspeção, inspecionado em',
    'senaste inspektion, senaste besiktning, siste inspeksjon, siste kontroll, seneste inspektion, seneste eftersyn, viimeisin tarkastus, edellinen tarkastus, poslední revize, poslední kontrola, son muayene, son kontrol',
    '最終点検日, 前回点検日, 点検日, 最終検査日, 上次检查, 上次检查日期, 上次检验',
  ],
  next_inspection: [
    'next inspection, next inspection date, inspection due, inspection due date, next check, next test, test due, next pat test',
    'nächste prüfung, nächste inspektion, prüfung fällig, prüfung fällig am, nächste uvv, nächster prüftermin',
    'prochaine inspection, prochain contrôle, prochaine vérification, próxima inspección, próximo control, prossima ispezione, prossimo controllo, volgende keuring, volgende inspectie, volgende controle, następna inspekcja, następny przegląd, próxima inspeção',
    'nästa inspektion, nästa besiktning, neste inspeksjon, neste kontroll, næste inspektion, næste eftersyn, seuraava tarkastus, příští revize, příští kontrola, sonraki muayene, sonraki kontrol',
    '次回点検日, 次回検査日, 下次检查, 下次检查日期, 下次检验',
  ],
  inspection_interval: [
    'inspection interval, prüfintervall, inspektionsintervall, prüffrist, intervalle d’inspection, intervalo de inspección, intervallo di ispezione, keuringsinterval, inspectie-interval, interwał przeglądów, intervalo de inspeção, inspektionsintervall, inspeksjonsintervall, inspektionsinterval, tarkastusväli, interval revizí, muayene aralığı, 点検周期, 検査周期, 检查周期',
  ],
} as const satisfies Record<`${'last' | 'next'}_${ServiceKind}` | `${ServiceKind}_interval`, readonly string[]>

export type ServiceFact = keyof typeof headers

export const serviceFacts = Object.keys(headers) as readonly ServiceFact[]
const facts: ReadonlySet<string> = new Set(serviceFacts)

/** Headers by fact, for documents. */
export const serviceHeaders: Readonly<Record<ServiceFact, readonly string[]>> = headers

const factByHeader: ReadonlyMap<string, ServiceFact> = new Map(
  serviceFacts.flatMap((fact) =>
    [fact, ...headers[fact].flatMap((words) => words.split(', '))].map((word) => [toLookupKey(word), fact] as const),
  ),
)

/** True for a target that is a fact about service, and no field of an item. */
export const isServiceFact = (target: string): target is ServiceFact => facts.has(target)

const MAX_HEADER_CHARACTERS = 60
const PARENTHESES = /[([{（［【][^)\]}）］】]{0,60}[)\]}）］】]/g

/** Finds what a header says about service. */
export const findServiceFact = (header: string): ServiceFact | undefined =>
  header.length > MAX_HEADER_CHARACTERS
    ? undefined
    : (factByHeader.get(toLookupKey(header)) ?? factByHeader.get(toLookupKey(header.replaceAll(PARENTHESES, ' '))))
