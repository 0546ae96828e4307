import { beforeAll, describe, expect, it } from 'vitest'
import { walls } from '../../tools/lint/walls.ts'
import { lintTree, type Finding } from './lintTree.ts'

type Case = [file: string, source: string]

const from = (target: string, kind = 'import { x }'): string => `${kind} from '${target}'\nexport const y = x\n`
const typeFrom = (target: string): string => `import type { X } from '${target}'\nexport const y = (x: X): X => x\n`

/** Imports that the walls must refuse. */
const refusedCases: Case[] = [
  ['contract/a.ts', from('../platform/x.ts')],
  ['contract/b.ts', from('../server/x.ts')],
  ['contract/c.ts', from('undici')],
  ['contract/d.ts', from('node:fs')],
  ['contract/temporal.ts', from('zod')],
  ['client/a.ts', from('../server/x.ts')],
  ['client/b.ts', from('../worker/x.ts')],
  ['client/c.ts', from('kysely')],
  ['platform/a.ts', from('../contract/x.ts')],
  ['platform/b.ts', from('../client/x.ts')],
  ['platform/c.ts', from('node:sqlite')],
  ['platform/sql/a.ts', from('../../server/x.ts')],
  ['platform/sql/b.ts', from('express')],
  ['server/a.ts', from('../activities/x.ts')],
  ['server/b.ts', from('../workflows/x.ts')],
  ['server/c.ts', from('../worker/x.ts')],
  ['server/d.ts', from('../cli/x.ts')],
  ['server/e.ts', from('../client/x.ts')],
  ['server/f.ts', from('@temporalio/client')],
  ['server/g.ts', from('node:sqlite')],
  ['server/h.ts', from('fastify')],
  ['server/i.ts', from('../tools/lint/words.ts')],
  ['server/resources/gear/a.ts', from('../shoots/store.ts')],
  ['server/resources/gear/b.ts', from('node:http')],
  ['server/resources/gear/c.ts', from('@temporalio/activity')],
  ['server/settings/keys/a.ts', from('node:http')],
  ['activities/a.ts', from('../server/x.ts')],
  ['activities/b.ts', from('../workflows/x.ts')],
  ['activities/c.ts', from('../worker/config.ts')],
  ['activities/d.ts', from('node:sqlite')],
  ['activities/notify/a.ts', from('../../platform/google/connect.ts')],
  ['activities/google/a.ts', from('../../server/x.ts')],
  ['activities/googleCalendar/a.ts', from('../../worker/x.ts')],
  ['activities/shared/failures.ts', from('../../server/x.ts')],
  ['activities/shared/runActivity.ts', from('../../worker/x.ts')],
  ['workflows/a.ts', from('../activities/x.ts')],
  ['workflows/b.ts', from('../contract/gear.ts')],
  ['workflows/c.ts', from('node:fs')],
  ['workflows/d.ts', from('zod')],
  ['workflows/e.ts', from('../platform/clock.ts')],
  ['worker/a.ts', from('../workflows/index.ts')],
  ['worker/b.ts', from('../server/x.ts')],
  ['worker/c.ts', from('../cli/x.ts')],
  ['worker/runs/a.ts', from('../control/server.ts')],
  ['server/auth/a.ts', from('../http/serializeProblem.ts')],
  ['server/limits/a.ts', from('../http/serializeProblem.ts')],
  ['server/idempotency/a.ts', from('../http/serializeProblem.ts')],
  ['state/a.ts', from('node:sqlite')],
  ['state/b.ts', from('../worker/x.ts')],
  ['sheets/a.ts', from('../activities/x.ts')],
  ['sheets/b.ts', from('../state/open.ts')],
  ['sheets/c.ts', from('@temporalio/activity')],
  ['sheets/readers/a.ts', from('hucre/xlsx')],
  ['cli/h.ts', from('hucre')],
  ['sheets/d.ts', from('./sources/kinds.ts')],
  ['platform/google/a.ts', from('../../sheets/sources/kinds.ts')],
  ['platform/google/b.ts', from('@temporalio/activity')],
  ['platform/d.ts', from('./google/connect.ts')],
  ['server/j.ts', from('../platform/google/connect.ts')],
  ['sheets/e.ts', from('../platform/google/connect.ts')],
  ['calendars/c.ts', from('../platform/google/connect.ts')],
  ['config/c.ts', from('../platform/google/connect.ts')],
  ['cli/i.ts', from('../platform/google/connect.ts')],
  ['sheets/sources/a.ts', from('../../state/open.ts')],
  ['sheets/sources/b.ts', from('@temporalio/activity')],
  ['calendars/a.ts', from('../config/config.ts')],
  ['calendars/b.ts', from('../activities/x.ts')],
  ['messages/languages/a.ts', from('../channels/x.ts')],
  ['messages/languages/b.ts', from('../../platform/clock.ts')],
  ['messages/languages/c.ts', from('node:fs')],
  ['messages/channels/a.ts', from('../../activities/x.ts')],
  ['messages/channels/b.ts', from('../../config/config.ts')],
  ['config/a.ts', from('../activities/x.ts')],
  ['config/b.ts', from('../state/open.ts')],
  ['cli/a.ts', from('../server/operator/accountCreate.ts')],
  ['cli/b.ts', from('../worker/x.ts')],
  ['cli/c.ts', from('@temporalio/client')],
  ['cli/d.ts', from('../sheets/types.ts')],
  ['cli/e.ts', from('../local/start.ts')],
  ['cli/f.ts', from('kysely')],
  ['cli/g.ts', from('../platform/sql/open.ts')],
  ['client/d.ts', from('../platform/sql/open.ts')],
  ['console/a.ts', from('../client/client.ts')],
  ['console/b.ts', from('undici')],
  ['console/c.ts', from('node:fs')],
  ['server/console.ts', from('../console/api/request.ts')],
  ['local/g.ts', from('../tools/build/sizes.ts')],
  ['local/f.ts', from('../platform/sql/open.ts')],
  ['local/a.ts', from('../server/app.ts')],
  ['local/b.ts', from('../worker/config.ts')],
  ['local/c.ts', from('node:sqlite')],
  ['local/d.ts', `export * from '../cli/program.ts'\n`],
  ['local/e.ts', `export const load = (): Promise<unknown> => import('../server/app.ts')\n`],
]

const allowedCases: Case[] = [
  ['contract/ok.ts', from('zod')],
  ['contract/ok2.ts', from('./ok.ts')],
  ['contract/temporal/ok.ts', from('zod')],
  ['client/ok.ts', from('../contract/x.ts')],
  ['client/ok2.ts', from('undici')],
  ['platform/ok.ts', from('node:fs')],
  ['platform/sql/ok.ts', from('node:sqlite')],
  ['server/ok.ts', from('../contract/x.ts')],
  ['server/ok2.ts', from('kysely')],
  ['server/resources/gear/ok.ts', from('./store.ts')],
  ['server/resources/gear/ok2.ts', from('../../db/write.ts')],
  ['activities/ok.ts', from('../client/client.ts')],
  ['activities/ok2.ts', from('../state/open.ts')],
  ['activities/ok3.ts', from('../sheets/types.ts')],
  ['activities/google/ok.ts', from('../../platform/google/connect.ts')],
  ['activities/googleCalendar/ok.ts', from('../google/accounts.ts')],
  ['state/ok.ts', from('../platform/sql/open.ts')],
  ['sheets/workbook/ok.ts', from('hucre/xlsx')],
  ['sheets/ok.ts', from('../platform/foldText.ts')],
  ['messages/languages/ok.ts', typeFrom('../../contract/documents.ts')],
  ['messages/channels/ok.ts', from('../languages/x.ts')],
  ['calendars/ok.ts', from('../state/open.ts')],
  ['config/ok.ts', from('../sheets/types.ts')],
  ['config/ok2.ts', from('../sheets/sources/settings.ts')],
  ['sheets/sources/ok.ts', from('../types.ts')],
  ['sheets/sources/ok2.ts', from('../../platform/google/connect.ts')],
  ['platform/google/ok.ts', from('../http/retryAfter.ts')],
  ['workflows/ok.ts', from('@temporalio/workflow')],
  ['workflows/ok2.ts', from('../contract/temporal.ts')],
  ['workflows/ok3.ts', typeFrom('../activities/x.ts')],
  ['worker/ok.ts', from('../activities/x.ts')],
  ['worker/runs/ok.ts', from('../errors.ts')],
  ['server/auth/ok.ts', from('../errors.ts')],
  ['worker/ok2.ts', from('@temporalio/worker')],
  ['cli/ok.ts', from('../client/client.ts')],
  ['cli/ok2.ts', from('commander')],
  ['console/ok.ts', from('../contract/gear.ts')],
  ['console/pages/ok.ts', from('@mantine/core')],
  ['local/ok.ts', from('../platform/environment.ts')],
  ['local/ok2.ts', from('@temporalio/testing')],
]

const wallOf = (file: string): string | undefined =>
  Object.keys(walls)
    .filter((path) => file === path || (path.endsWith('/') && file.startsWith(path)))
    .toSorted((a, b) => b.length - a.length)[0]

let findings: Finding[]
const wallFindings = (file: string): Finding[] =>
  findings.filter((finding) => finding.file === file && finding.code.includes('import-walls'))

beforeAll(() => {
  findings = lintTree(Object.fromEntries([...refusedCases, ...allowedCases]))
})

it.each(refusedCases)('%s is refused', (file) => {
  expect(wallFindings(file).map(({ message }) => message)).toEqual([expect.stringMatching(/^Wall: /)])
})

it.each(allowedCases)('%s passes', (file) => {
  expect(wallFindings(file)).toEqual([])
})

it('the list has a refused import for every wall', () => {
  const triedWalls = new Set(refusedCases.map(([file]) => wallOf(file)))
  expect(Object.keys(walls).filter((path) => !triedWalls.has(path))).toEqual([])
})

describe('rules beside the walls', () => {
  const lines = (count: number): string =>
    `${Array.from({ length: count }, (_, index) => `export const a${index} = ${index}`).join('\n')}\n`
  const longFunction = (count: number): string =>
    `export function long(): number {\n  let sum = 0\n${'  sum += 1\n'.repeat(count - 4)}  return sum\n}\n`
  const branch = (name: string): string => `export const isIt = (dialect: string): boolean => dialect === '${name}'\n`
  let rules: Finding[]
  const codes = (file: string): string[] => rules.filter((finding) => finding.file === file).map(({ code }) => code)

  beforeAll(() => {
    rules = lintTree({
      'server/db/branch.ts': branch('sqlite'),
      'worker/context/branch.ts': branch('postgres'),
      'platform/sql/branch.ts': branch('sqlite'),
      'server/db/other.ts': branch('camera'),
      'client/long.ts': lines(301),
      'client/short.ts': lines(300),
      'client/longFunction.ts': longFunction(61),
      'client/shortFunction.ts': longFunction(60),
      'server/context/environment.ts': 'export const home = process.env["HOME"]\n',
      'server/context/config.ts': 'export const home = process.env["HOME"]\n',
      'server/context/floating.ts':
        'const later = async (): Promise<number> => 1\nexport const run = (): void => {\n  later()\n}\n',
    })
  })

  it.each([
    ['server/db/branch.ts', 'no-dialect-branch'],
    ['worker/context/branch.ts', 'no-dialect-branch'],
    ['client/long.ts', 'max-lines'],
    ['client/longFunction.ts', 'max-lines-per-function'],
    ['server/context/environment.ts', 'no-process-env'],
    ['server/context/floating.ts', 'no-floating-promises'],
  ])('%s is refused by %s', (file, rule) => {
    expect(codes(file)).toEqual([expect.stringContaining(`(${rule})`)])
  })

  it.each([
    'platform/sql/branch.ts',
    'server/db/other.ts',
    'client/short.ts',
    'client/shortFunction.ts',
    'server/context/config.ts',
  ])('%s passes', (file) => {
    expect(codes(file)).toEqual([])
  })
})
