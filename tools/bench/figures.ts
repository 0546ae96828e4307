// The tables of docs/bench.md are data: `--record <file>` replaces one of their columns, and test/docs/bench.test.ts
// writes the tables.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import type { Aim } from './goals.ts'
import { OF_SAVEPOINTS, OF_SQLITE } from './postgresTargets.ts'
import { ANALYTICS_P50_MS, FIRST_ANSWER_MS, IDLE_MB, LOADED_MB, SEARCH_P50_MS, type BenchResult } from './report.ts'
import { formatSpread } from './statistics.ts'

export interface Figure {
  what: string
  measured: string
  target?: string
  isMissed?: boolean
}

/** One measurement: a column of a table. */
export interface FigureSet {
  table: string
  column: string
  command: string
  machine: string
  figures: Figure[]
}

export const readFigures = (file: string): FigureSet[] =>
  existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as FigureSet[]) : []

/** Replaces the column in the file, or adds it. */
export function recordFigures(file: string, set: FigureSet): void {
  const sets = readFigures(file)
  const index = sets.findIndex(({ table, column }) => table === set.table && column === set.column)
  sets.splice(index < 0 ? sets.length : index, index < 0 ? 0 : 1, set)
  writeFileSync(file, `${JSON.stringify(sets, null, 2)}\n`)
}

const count = (value: number): string => Math.round(value).toLocaleString('en-US')

type Limit = '≥' | '≤'

function toFigure(
  what: string,
  measured: string,
  value: number,
  limit: Limit,
  { target, goal }: Aim = {},
  unit = '',
): Figure {
  const describe = (bound: number): string => `${limit} ${bound.toLocaleString('en-US')}${unit}`
  const targets = [
    ...(target === undefined ? [] : [describe(target)]),
    ...(goal === undefined ? [] : [`goal ${describe(goal)}`]),
  ]
  const isMissed = target !== undefined && (limit === '≥' ? value < target : value > target)
  return { what, measured, ...(targets.length > 0 && { target: targets.join(', ') }), ...(isMissed && { isMissed }) }
}

function toComparisonFigure({
  name,
  perSecond,
  cpuUsPerRequest,
  ratioOfBare,
  targets,
}: BenchResult['comparisons'][number]): Figure {
  const rate = `${count(perSecond.median)}/s, ${cpuUsPerRequest.median.toFixed(0)} µs`
  const figures = [
    toFigure(name, `${formatSpread(ratioOfBare, 2)}, ${rate}`, ratioOfBare.median, '≥', targets.ratioOfBare),
    toFigure(
      name,
      rate,
      perSecond.median,
      '≥',
      targets.perSecond === undefined ? {} : { target: targets.perSecond },
      '/s',
    ),
  ]
  const target = figures.flatMap((figure) => figure.target ?? []).join(', ')
  return {
    what: name,
    measured: figures[0]?.measured ?? rate,
    ...(target !== '' && { target }),
    ...(figures.some(({ isMissed }) => isMissed) && { isMissed: true }),
  }
}

function toPostgresFigures({ postgres, comparisons }: BenchResult): Figure[] {
  if (!postgres) return []
  const { savepoints, listRatio } = postgres
  return [
    ...comparisons
      .filter(({ name }) => name.endsWith('on disk'))
      .map(({ name, perSecond }) => {
        const ratio = perSecond.median / savepoints.perSecond
        return toFigure(`${name} ÷ savepoint inserts`, ratio.toFixed(2), ratio, '≥', OF_SAVEPOINTS)
      }),
    ...(listRatio
      ? [toFigure('uncached list ÷ the same on SQLite', formatSpread(listRatio, 2), listRatio.median, '≥', OF_SQLITE)]
      : []),
  ]
}

/** The figures of `npm run bench`, in the order of the table. */
export function toFigures(result: BenchResult): Figure[] {
  const { searches, analytics, start, loadedMb } = result
  return [
    ...result.comparisons.map(toComparisonFigure),
    ...toPostgresFigures(result),
    toFigure(
      `${result.searchCount} different q: p50, p99`,
      `${searches.p50Ms.toFixed(1)}, ${searches.p99Ms.toFixed(0)} ms`,
      searches.p50Ms,
      '≤',
      SEARCH_P50_MS,
      ' ms',
    ),
    toFigure(
      'analytics: p50, p99',
      `${analytics.p50Ms.toFixed(2)}, ${analytics.p99Ms.toFixed(1)} ms`,
      analytics.p50Ms,
      '≤',
      ANALYTICS_P50_MS,
      ' ms',
    ),
    toFigure(
      'first answer after the start',
      `${start.firstAnswerMs.toFixed(0)} ms`,
      start.firstAnswerMs,
      '≤',
      FIRST_ANSWER_MS,
      ' ms',
    ),
    toFigure('memory idle', `${start.idleMb.toFixed(0)} MB`, start.idleMb, '≤', IDLE_MB, ' MB'),
    toFigure('memory after load', `${loadedMb.toFixed(0)} MB`, loadedMb, '≤', LOADED_MB, ' MB'),
  ]
}
