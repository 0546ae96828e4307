import { describe, expect, it } from 'vitest'
import { findServiceFact, serviceFacts, serviceHeaders } from '../../sheets/vocabulary/serviceHeaders.ts'
import { findFieldKind } from '../../sheets/vocabulary/fields.ts'
import { toLookupKey } from '../../sheets/vocabulary/lookupKey.ts'
import { matchHeader } from '../../sheets/mapping/matchHeader.ts'
import { foldText } from '../../platform/foldText.ts'
import type { PlanInput } from '../../sheets/plan/planInput.ts'
import { applyPlan, emptyAccount, mapText, planIn, source, toCsv, type Account, type PlannedRows } from './support.ts'

// Columns about service: what headers mean, and what a plan makes of their cells.

const plan = (account: Account, text: string, settings: string[]): PlannedRows =>
  planIn(account, mapText(text, source(...settings)), source(...settings))
const ON = ['maintenance: true']
const sheet = (headers: string[], ...cells: string[][]): string =>
  toCsv([
    ['Asset Tag', 'Type', 'Brand', 'Model', ...headers],
    ...cells.map((own, index) => [`T-${index + 1}`, 'camera', 'Sony', `FX${index}`, ...own]),
  ])

describe('a header about service', () => {
  it.each([
    ['en', 'Last service', 'Next service', 'Calibrated on', 'Next inspection', 'Service interval'],
    ['de', 'Letzte Wartung', 'Nächste Wartung', 'Kalibriert am', 'Nächste Prüfung', 'Wartungsintervall'],
    ['fr', 'Dernier entretien', 'Prochain entretien', 'Étalonné le', 'Prochain contrôle', "Intervalle d'entretien"],
    ['es', 'Última revisión', 'Próxima revisión', 'Calibrado el', 'Próxima inspección', 'Intervalo de mantenimiento'],
    [
      'it',
      'Ultima manutenzione',
      'Prossima manutenzione',
      'Calibrato il',
      'Prossimo controllo',
      'Intervallo manutenzione',
    ],
    ['nl', 'Laatste onderhoud', 'Volgend onderhoud', 'Gekalibreerd op', 'Volgende keuring', 'Onderhoudsinterval'],
    ['pl', 'Ostatni serwis', 'Następny serwis', 'Ostatnia kalibracja', 'Następny przegląd', 'Interwał serwisowy'],
    ['pt', 'Última manutenção', 'Próxima manutenção', 'Calibrado em', 'Próxima inspeção', 'Intervalo de manutenção'],
    ['sv', 'Senaste service', 'Nästa service', 'Senaste kalibrering', 'Nästa besiktning', 'Serviceintervall'],
    ['ja', '最終メンテナンス日', '次回メンテナンス日', '校正日', '次回点検日', 'メンテナンス間隔'],
    ['da', 'Seneste service', 'Næste service', 'Seneste kalibrering', 'Næste eftersyn', 'Vedligeholdelsesinterval'],
    ['fi', 'Viimeisin huolto', 'Seuraava huolto', 'Kalibroitu', 'Seuraava tarkastus', 'Huoltoväli'],
  ])('in %s', (_language, last, next, calibrated, inspection, interval) => {
    expect([last, next, calibrated, inspection, interval].map(findServiceFact)).toEqual([
      'last_service',
      'next_service',
      'last_calibration',
      'next_inspection',
      'service_interval',
    ])
  })

  it('has one meaning, and no field has it', () => {
    const meanings = new Map<string, Set<string>>()
    for (const fact of serviceFacts)
      for (const word of serviceHeaders[fact].flatMap((words) => words.split(', '))) {
        meanings.set(toLookupKey(word), (meanings.get(toLookupKey(word)) ?? new Set()).add(fact))
        expect({ word, match: matchHeader(word, new Map()) }).toEqual({ word, match: undefined })
      }
    expect([...meanings].filter(([, found]) => found.size > 1)).toEqual([])
    expect(serviceFacts.map((fact) => findFieldKind(fact)).every((kind) => kind === 'date' || kind === 'length')).toBe(
      true,
    )
  })
})

describe('the records of a row', () => {
  const made = (planned: PlannedRows): unknown[] =>
    planned.rows.flatMap(({ maintenance = [] }) =>
      maintenance.map(({ service_type, service_date, status }) => `${service_type} ${service_date} ${status}`),
    )

  it('have the types of the settings, and each its day', () => {
    const text = sheet(['Last service', 'Calibrated on', 'Next inspection'], ['2025-01-31', '2025-02-01', '2099-03-01'])
    expect(made(plan(emptyAccount(), text, ON))).toEqual([
      'Service 2025-01-31 completed',
      'Calibration 2025-02-01 completed',
      'Inspection 2099-03-01 scheduled',
    ])
    const named = 'maintenance: { service: Wartung, calibration: Kalibrierung, inspection: DGUV V3 }'
    expect(made(plan(emptyAccount(), text, [named]))).toEqual([
      'Wartung 2025-01-31 completed',
      'Kalibrierung 2025-02-01 completed',
      'DGUV V3 2099-03-01 scheduled',
    ])
  })

  it('are scheduled by an interval from the last day, unless a cell names the next one', () => {
    const headers = ['Last service', 'Next service', 'Service interval (months)']
    const text = sheet(
      headers,
      ['2024-08-31', '', '6'],
      ['2024-08-31', '2025-01-15', '6'],
      ['', '', '6'],
      ['2024-08-31', '2024-01-01', ''],
    )
    expect(made(plan(emptyAccount(), text, ON))).toEqual([
      'Service 2024-08-31 completed',
      'Service 2025-02-28 scheduled',
      'Service 2024-08-31 completed',
      'Service 2025-01-15 scheduled',
      'Service 2024-08-31 completed',
    ])
  })

  it('come once from a sheet, and a column can be named under columns:', () => {
    const settings = ['maintenance: true', 'columns: { Check: last_inspection }']
    const text = sheet(['Check'], ['2025-01-31'])
    expect(made(plan(emptyAccount(), text, ON))).toEqual([])
    const first = plan(emptyAccount(), text, settings)
    expect(made(first)).toEqual(['Inspection 2025-01-31 completed'])
    const account = applyPlan(emptyAccount(), first)
    expect(plan(account, text, settings).counts).toEqual({ unchanged: 1 })
    expect(plan(account, sheet(['Check'], ['']), settings).counts).toEqual({ unchanged: 1 })
    expect(made(plan(account, sheet(['Check'], ['2025-05-31']), settings))).toEqual(['Inspection 2025-05-31 completed'])
  })

  it('move a scheduled record with its day, and skip what the item has', () => {
    const text = (next: string) => sheet(['Last service', 'Next service'], ['2025-01-31', next])
    const account = applyPlan(emptyAccount(), plan(emptyAccount(), text('2026-01-31'), ON))
    const [item] = account.items
    const record = { id: crypto.randomUUID(), updated_at: '2026-01-01T00:00:00.000Z', type: foldText('Service') }
    const services: PlanInput['services'] = (id) =>
      id === item?.id ? [{ ...record, date: '2026-01-31', status: 'scheduled' }] : []
    const moved = planIn(
      account,
      mapText(text('2026-03-01'), source(...ON)),
      source(...ON),
      undefined,
      undefined,
      undefined,
      services,
    )
    expect(moved.rows[0]?.maintenance).toMatchObject([
      { action: 'move', from: '2026-01-31', service_date: '2026-03-01' },
    ])
    const known: PlanInput['services'] = () => [{ ...record, date: '2026-03-01', status: 'completed' }]
    const skipped = planIn(
      account,
      mapText(text('2026-03-01'), source(...ON)),
      source(...ON),
      undefined,
      undefined,
      undefined,
      known,
    )
    expect(skipped.counts).toEqual({ unchanged: 1 })
  })

  it('are not made by a conflict, a refused row, or a bad cell', () => {
    const text = sheet(['Last service', 'Price'], ['soon', '1'], ['2025-01-31', 'cheap'], ['2025-01-31', '5'])
    const planned = plan(emptyAccount(), text, ON)
    expect(planned.rows.map(({ outcome }) => outcome)).toEqual(['refused', 'refused', 'create'])
    expect(made(planned)).toEqual(['Service 2025-01-31 completed'])
  })
})
