// The Vitest projects of a run: one for each database. A process runs many files of one project, whatever their kinds.
import { globSync, readFileSync } from 'node:fs'
import { diskFolder } from '../support/fastFolder.ts'
import { wantsPostgres } from '../support/testDatabase.ts'
import { kindOf, readKind, type Kind, type Scope } from './kinds.ts'

export interface Project {
  name: string
  /** Paths of test files. */
  include: string[]
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

const hasMark = (file: string, mark: Mark): boolean =>
  readFileSync(file, 'utf8').split('\n', MARKED_LINES).includes(`// @${mark}`)

const onDatabase = (database: Database, state: Database = 'sqlite'): Record<string, string> => ({
  KITROOM_TEST_DATABASE: database,
  KITROOM_TEST_STATE: state,
})

/** Server tests whose outcome may depend on the database run on both. */
const ON_BOTH = /^test\/server\/(?:api|db|settings)\//

const isRepeatedOnPostgres = (file: string, scope: Scope): boolean =>
  hasMark(file, 'postgres') || (scope !== 'all' && hasMark(file, 'postgres-long'))

/** The test files of a scope on SQLite. */
function isOfScope(file: string, scope: Scope): boolean {
  const kind = kindOf(file)
  if (scope !== 'quick') return kind !== 'measure'
  return kind === 'unit' || (kind !== 'crash' && kind !== 'measure' && hasMark(file, 'npm-test'))
}

/** The long run has every studio and browser test on PostgreSQL too, others those that are marked. */
function createRepeats(files: readonly string[], scope: Scope): Project[] {
  const isRepeated = (file: string): boolean => {
    const kind = kindOf(file)
    if (scope === 'quick' || kind === 'measure') return false
    const isRepeatedByLongRun = scope === 'long' && (kind === 'studio' || kind === 'browser')
    return isRepeatedByLongRun || isRepeatedOnPostgres(file, scope)
  }
  const repeated = files.filter(isRepeated)
  return [
    {
      name: 'state on postgres',
      include: repeated.filter((file) => kindOf(file) !== 'browser'),
      env: onDatabase('sqlite', 'postgres'),
    },
    {
      name: 'all on postgres',
      include: repeated.filter((file) => kindOf(file) === 'browser'),
      env: onDatabase('postgres', 'postgres'),
    },
  ]
}

/** @param kind the only kind of the run, if it has one */
function findFiles(kind: Kind | undefined): string[] {
  const files = globSync('test/**/*.test.ts').map((file) => file.replaceAll('\\', '/'))
  return files.filter((file) => kind === undefined || kindOf(file) === kind).toSorted()
}

/**
 * The projects of a scope. The one with the shortest files is the last of the parallel ones. Without PostgreSQL, those
 * on it are left out.
 */
export function createProjects(scope: Scope, kind = readKind()): Project[] {
  const files = findFiles(kind)
  const inScope = files.filter((file) => isOfScope(file, scope))
  const onBoth = inScope.filter((file) => ON_BOTH.test(file) && ['unit', 'crash'].includes(kindOf(file)))
  const measured = scope === 'long' || scope === 'named' ? files.filter((file) => kindOf(file) === 'measure') : []
  const projects: Project[] = [
    ...createRepeats(files, scope),
    { name: 'server on postgres', include: onBoth, env: onDatabase('postgres') },
    { name: 'tests', include: inScope, env: onDatabase('sqlite') },
    { name: 'measures', include: measured, env: { ...onDatabase('sqlite'), TMPDIR: diskFolder }, isAlone: true },
  ]
  return projects.filter(({ name, include }) => include.length > 0 && (wantsPostgres || !name.endsWith(' on postgres')))
}
