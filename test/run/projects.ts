// The Vitest projects of a run: one for each kind of test and database.
import { globSync, readFileSync } from 'node:fs'
import { diskFolder } from '../support/fastFolder.ts'
import { wantsPostgres } from '../support/testDatabase.ts'
import { kindOf, type Scope } from './kinds.ts'

export interface Project {
  name: string
  include: string[]
  exclude?: string[]
  env: Record<string, string>
  /** True for what runs alone, one file at a time. */
  isAlone?: boolean
}

type Database = 'sqlite' | 'postgres'

/**
 * Marks at the top of a test file, each a comment line of its own:
 * `@npm-test` for a studio or browser test that `npm test` runs, too;
 * `@postgres` for one that `.ci/run` repeats with its databases on PostgreSQL. The long run repeats all of them;
 * `@postgres-long` for a test of any of these kinds that only the long run repeats so.
 */
type Mark = 'npm-test' | 'postgres' | 'postgres-long'

const MARKED_LINES = 8

function findMarked(mark: Mark): string[] {
  const files = globSync('test/**/*.test.ts').map((file) => file.replaceAll('\\', '/'))
  const line = `// @${mark}`
  return files.filter((file) => readFileSync(file, 'utf8').split('\n', MARKED_LINES).includes(line))
}

const every = (kind: string, folder = 'test'): string => `${folder}/**/*.${kind}.test.ts`

const onDatabase = (database: Database, state: Database = 'sqlite'): Record<string, string> => ({
  KITROOM_TEST_DATABASE: database,
  KITROOM_TEST_STATE: state,
})

const OTHER_KINDS = ['studio', 'browser', 'crash', 'measure'].map((kind) => every(kind))
/** Server tests whose outcome may depend on the database run on both. */
const ON_BOTH = 'test/server/{api,db,settings}'

const createUnits = (): Project[] => [
  { name: 'units', include: ['test/**/*.test.ts'], exclude: OTHER_KINDS, env: onDatabase('sqlite') },
  {
    name: 'units on postgres',
    include: [`${ON_BOTH}/**/*.test.ts`],
    exclude: OTHER_KINDS,
    env: onDatabase('postgres'),
  },
]

/** The long run has every file on PostgreSQL too, others those that are marked. */
function createStudios(scope: Scope): Project[] {
  const isLong = scope === 'long'
  const marked = [...findMarked('postgres'), ...(scope === 'all' ? [] : findMarked('postgres-long'))]
  const chosen = (kind: 'studio' | 'browser'): string[] =>
    isLong ? [every(kind)] : marked.filter((file) => kindOf(file) === kind)
  return [
    { name: 'studios', include: [every('studio')], env: onDatabase('sqlite') },
    {
      name: 'studios on postgres',
      include: [...chosen('studio'), ...marked.filter((file) => ['unit', 'crash'].includes(kindOf(file)))],
      env: onDatabase('sqlite', 'postgres'),
    },
    { name: 'browser', include: [every('browser')], env: onDatabase('sqlite') },
    { name: 'browser on postgres', include: chosen('browser'), env: onDatabase('postgres', 'postgres') },
  ]
}

const createCrash = (): Project[] => [
  { name: 'crash', include: [every('crash')], env: onDatabase('sqlite') },
  { name: 'crash on postgres', include: [every('crash', ON_BOTH)], env: onDatabase('postgres') },
]

const createMeasures = (): Project[] => [
  {
    name: 'measures',
    include: [every('measure')],
    env: { ...onDatabase('sqlite'), TMPDIR: diskFolder },
    isAlone: true,
  },
]

function createPromises(): Project[] {
  const marked = findMarked('npm-test')
  const ofKind = (kind: 'studio' | 'browser'): string[] => marked.filter((file) => kindOf(file) === kind)
  return [
    { name: 'studios', include: ofKind('studio'), env: onDatabase('sqlite') },
    { name: 'browser', include: ofKind('browser'), env: onDatabase('sqlite') },
  ]
}

/** The projects of a scope, those with the longest files first. Without PostgreSQL, those on it are left out. */
export function createProjects(scope: Scope): Project[] {
  const chosen =
    scope === 'quick'
      ? [...createPromises(), ...createUnits()]
      : [...createCrash(), ...createStudios(scope), ...createUnits(), ...(scope === 'all' ? [] : createMeasures())]
  return chosen.filter(({ name, include }) => include.length > 0 && (wantsPostgres || !name.endsWith(' on postgres')))
}
