/** The kinds of test files, by suffix: `x.studio.test.ts` is a studio test, `x.test.ts` a unit test. */
export type Kind = 'unit' | 'studio' | 'browser' | 'crash' | 'measure'

const kinds: readonly Kind[] = ['unit', 'studio', 'browser', 'crash', 'measure']

/** What a run covers. `named`: the files that the command line names, whatever their kind. */
export type Scope = 'quick' | 'all' | 'long' | 'named'

export const scopes: readonly Scope[] = ['quick', 'all', 'long', 'named']

/** The scope of this run, which `main.ts` sets. Vitest started without it runs every kind. */
export const readScope = (): Scope => scopes.find((name) => name === process.env['KITROOM_TEST_SCOPE']) ?? 'named'

const SUFFIX = /\.(studio|browser|crash|measure)\.test\.tsx?$/

/** @param file a path of a test file */
export const kindOf = (file: string): Kind => (SUFFIX.exec(file)?.[1] as Kind | undefined) ?? 'unit'

/** The only kind of this run, which `--kind` of `main.ts` sets; undefined for all of its scope. */
export const readKind = (): Kind | undefined => toKind(process.env['KITROOM_TEST_KIND'])

/** @throws Error that names the kinds; undefined stays */
export function toKind(text: string | undefined): Kind | undefined {
  const kind = kinds.find((name) => name === text)
  if (text !== undefined && kind === undefined) throw new Error(`--kind must be one of ${kinds.join(', ')}.`)
  return kind
}
