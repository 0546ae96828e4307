import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, it } from 'vitest'
import { flatRooms, floors } from '../../tools/lint/floors.ts'
import { lintTree, type Finding } from './lintTree.ts'

type Case = [file: string, source: string]

const from = (target: string): string => `import { x } from '${target}'\nexport const y = x\n`
const typeFrom = (target: string): string => `import type { X } from '${target}'\nexport const y = (x: X): X => x\n`
const nothing = 'export const y = 1\n'

/** Imports that run up: one in each room, and each way to import. */
const upwardCases: Case[] = [
  ['activities/notify/a.ts', from('../kinds.ts')],
  ['activities/shared/a.ts', from('../notify/kind.ts')],
  ['calendars/google/a.ts', from('../ical/foldLine.ts')],
  ['calendars/text.ts', from('./kinds/shoots.ts')],
  ['cli/show/a.ts', from('../main.ts')],
  ['console/api/a.ts', from('../base/dates.ts')],
  ['console/parts/a.tsx', from('../pages/gear/page.tsx')],
  ['contract/api/a.ts', from('../control/control.ts')],
  ['contract/operation.ts', from('./planes.ts')],
  ['local/temporal/a.ts', from('../studio/start.ts')],
  ['local/errors.ts', from('./start.ts')],
  ['messages/languages/a.ts', from('../channels/channel.ts')],
  ['platform/http/a.ts', from('../sql/open.ts')],
  ['platform/clock.ts', from('./http/linger.ts')],
  ['server/http/a.ts', from('../console/identify.ts')],
  ['server/context/a.ts', typeFrom('../http/route.ts')],
  ['server/db/a.ts', `export * from '../app.ts'\n`],
  ['server/db/b.ts', `export { x } from '../auth/keyCache.ts'\n`],
  ['server/db/c.ts', `export const load = (): Promise<unknown> => import('../auth/keyCache.ts')\n`],
  ['server/db/d.ts', `export type Cache = typeof import('../auth/keyCache.ts')\n`],
  ['server/db/migrations/a.ts', from('../../auth/keyCache.ts')],
  ['sheets/cells/a.ts', from('../mapping/keys.ts')],
  ['sheets/types.ts', typeFrom('./settings/settings.ts')],
  ['state/tables/a.ts', typeFrom('../reminders/reminders.ts')],
  ['tools/types/a.ts', from('../bench/main.ts')],
  ['worker/context/a.ts', typeFrom('../problems/clock.ts')],
]

const unnamedCases: Case[] = [
  ['server/shared/a.ts', nothing],
  ['server/a.ts', nothing],
  ['console/pages.tsx', nothing],
  ['client/shared/a.ts', nothing],
]

const allowedCases: Case[] = [
  ['activities/notify/ok.ts', from('../shared/api.ts')],
  ['activities/kinds.ts', from('./notify/kind.ts')],
  ['calendars/ical/ok.ts', from('../entry.ts')],
  ['calendars/entryMoments.ts', from('./entry.ts')],
  ['client/ok.ts', from('./errors.ts')],
  ['console/pages/gear/ok.tsx', from('../../parts/table.tsx')],
  ['console/pages/gear/ok2.tsx', from('../shoots/page.tsx')],
  ['contract/openapi.ts', from('./planes.ts')],
  ['server/http/ok.ts', from('../../contract/operation.ts')],
  ['server/http/ok2.ts', typeFrom('../context/context.ts')],
  ['server/http/ok3.ts', from('undici')],
  ['server/app.ts', from('./console/identify.ts')],
  ['test/server/ok.ts', from('../../server/console/identify.ts')],
]

let findings: Finding[]
const floorMessages = (file: string): string[] =>
  findings.filter((finding) => finding.file === file && finding.code.includes('(floors)')).map(({ message }) => message)

beforeAll(() => {
  findings = lintTree(Object.fromEntries([...upwardCases, ...unnamedCases, ...allowedCases]))
})

it.each(upwardCases)('%s is refused', (file) => {
  expect(floorMessages(file)).toEqual([expect.stringMatching(/^Floor: .* may not import .*, which is above it/)])
})

it('the list has an upward import for every room', () => {
  const triedRooms = new Set(upwardCases.map(([file]) => file.split('/')[0]))
  expect(Object.keys(floors).filter((room) => !triedRooms.has(room))).toEqual([])
})

it.each(allowedCases)('%s passes', (file) => {
  expect(floorMessages(file)).toEqual([])
})

describe('a place that tools/lint/floors.ts does not name', () => {
  it.each([
    ['server/shared/a.ts', /^Floor: the sub-room server\/shared\/ has no floor\. Add it in tools\/lint\/floors\.ts/],
    ['server/a.ts', /^Floor: server\/a\.ts is loose\. Move it into a sub-room, or name it/],
    ['console/pages.tsx', /^Floor: console\/pages\.tsx is loose\./],
    ['client/shared/a.ts', /^Floor: client\/ has no sub-folders\./],
  ])('%s is refused with what to do', (file, message) => {
    expect(floorMessages(file)).toEqual([expect.stringMatching(message)])
  })
})

describe('tools/lint/floors.ts', () => {
  const root = fileURLToPath(new URL('../../', import.meta.url))
  const isCode = (name: string): boolean => /\.(?:tsx?|mjs)$/.test(name)
  const listCode = (folder: string): string[] =>
    readdirSync(root + folder, { recursive: true, encoding: 'utf8' })
      .map((path) => path.replaceAll('\\', '/'))
      .filter((path) => isCode(path))
  const listPlaces = (files: readonly string[]): string[] =>
    [...new Set(files.map((file) => file.replace(/\/.*/, '/')))].toSorted()

  it('has every folder of code', () => {
    const folders = readdirSync(root, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !/^\.|^(?:node_modules|test)$/.test(entry.name))
      .map(({ name }) => name)
    const rooms = folders.filter((folder) => listCode(folder).length > 0)
    expect([...Object.keys(floors), ...flatRooms].toSorted()).toEqual(rooms.toSorted())
  })

  it.each(Object.entries(floors))('names the sub-rooms and loose files that %s has', (room, data) => {
    const named = [...data.subRooms.map((name) => `${name}/`), ...(data.entry ?? []), ...(data.bottom ?? [])]
    expect(named.toSorted()).toEqual(listPlaces(listCode(room)))
  })

  it.each(flatRooms)('lets %s be flat', (room) => {
    expect(listCode(room).filter((file) => file.includes('/'))).toEqual([])
  })

  // A workflow is one file.
  it.each(flatRooms.filter((room) => room !== 'workflows'))('lets %s be flat, since it has few files', (room) => {
    expect(listCode(room).length).toBeLessThanOrEqual(12)
  })
})
