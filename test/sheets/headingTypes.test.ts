import { describe, expect, it } from 'vitest'
import { applyPlan, emptyAccount, mapText, planIn, source, toCsv, type PlannedRows } from './support.ts'

const HEAD = ['Asset Tag', 'Type', 'Brand', 'Model', 'Mount']
const item = (tag: string, type = '', mount = ''): string[] => [tag, type, 'Canon', `M-${tag}`, mount]

const planOf = (rows: readonly (readonly string[])[], ...lines: string[]): PlannedRows =>
  planIn(emptyAccount(), mapText(toCsv(rows), source(...lines)), source(...lines))

/** The type, with its detail, of each item; the codes of refused rows. */
const typesOf = ({ rows }: PlannedRows): unknown[] =>
  rows
    .filter(({ outcome }) => outcome !== 'skipped')
    .map(({ fields = {}, errors = [] }) =>
      errors.length > 0
        ? errors.map(({ code }) => code).join(' ')
        : [fields['gear_type'], fields['category'] ?? fields['filter_kind']].filter(Boolean).join('/'),
    )

describe('a heading that is a word for a type', () => {
  it.each([
    ['Lenses', 'lens'],
    ['LENSES (12)', 'lens'],
    ['Objektive:', 'lens'],
    ['Lenses / Objektive', 'lens'],
    ['Stative', 'accessory/tripod'],
    ['Boîtiers', 'camera'],
    ['Drones', 'drone'],
    ['Obiettivi', 'lens'],
    ['Obiektywy', 'lens'],
    ['Cámaras', 'camera'],
    ['レンズ', 'lens'],
    ['ND filters', 'filter/nd'],
  ])('%s is the type of rows below it whose type is blank', (heading, type) => {
    expect(typesOf(planOf([HEAD, [heading], item('A'), item('B')]))).toEqual([type, type])
  })

  it.each([
    ['Lenses 2019', 'another year'],
    ['Studio A', 'a place'],
    ['Storage', 'a place'],
    ['Case', 'a place'],
    ['Lenses / Kameras', 'two types'],
  ])('%s is none: %s', (heading) => {
    expect(typesOf(planOf([HEAD, [heading], item('A')]))).toEqual(['missing_required'])
  })

  it('counts up to the next row that is no item', () => {
    const rows = [
      HEAD,
      ['Lenses'],
      item('A'),
      [],
      item('B'),
      ['Drones'],
      item('C'),
      ['Total', '', '', '', '2'],
      item('D'),
    ]
    expect(typesOf(planOf(rows))).toEqual(['lens', 'missing_required', 'drone', 'missing_required'])
  })

  it('proves nothing if items do not follow directly', () => {
    expect(typesOf(planOf([HEAD, ['Lenses'], ['Canon'], item('A')]))).toEqual(['missing_required'])
    expect(typesOf(planOf([HEAD, ['Lenses'], [], item('A')]))).toEqual(['missing_required'])
    expect(typesOf(planOf([HEAD, ['Lenses'], ['Drones'], item('A')]))).toEqual(['drone'])
    expect(typesOf(planOf([HEAD, ['Lenses'], HEAD, item('A')]))).toEqual(['lens'])
  })

  it('proves nothing above rows of another type, and agrees with rows of its own', () => {
    expect(typesOf(planOf([HEAD, ['Cameras'], item('A'), item('B', 'lens')]))).toEqual(['missing_required', 'lens'])
    expect(typesOf(planOf([HEAD, ['Cameras'], item('A'), item('B', 'gadget')]))).toEqual([
      'missing_required',
      'unknown_type',
    ])
    expect(typesOf(planOf([HEAD, ['Lenses'], item('A'), item('B', 'Objektiv')]))).toEqual(['lens', 'lens'])
  })

  it('comes before the default type, and decides which fields the row has', () => {
    const rows = [HEAD, ['Lenses'], item('A', '', 'RF'), ['Drones'], item('B', '', 'RF')]
    const planned = planOf(rows, 'defaults: { gear_type: camera }')
    expect(typesOf(planned)).toEqual(['lens', 'drone'])
    expect(planned.rows.map(({ fields }) => fields?.['mount'])).toEqual([undefined, 'RF', undefined, undefined])
    expect(planned.rows[3]?.warnings?.map(({ code }) => code)).toEqual(['not_for_this_type'])
  })

  it('changes no stored item', () => {
    const text = toCsv([HEAD, item('A', 'camera')])
    const account = applyPlan(emptyAccount(), planIn(emptyAccount(), mapText(text)))
    const moved = planIn(account, mapText(toCsv([HEAD, ['Lenses'], item('A')])))
    expect(moved.rows.map(({ outcome }) => outcome)).toEqual(['skipped', 'unchanged'])
  })
})
