/** The kinds of test files, by suffix: `x.studio.test.ts` is a studio test, `x.test.ts` a unit test. */
export type Kind = 'unit' | 'studio' | 'browser' | 'crash' | 'measure'

/** What a run covers. `named`: the files that the command line names, whatever their kind. */
export type Scope = 'quick' | 'all' | 'long' | 'named'

export const scopes: readonly Scope[] = ['quick', 'all', 'long', 'named']

/** The scope of this run, which `main.ts` sets. Vitest started without it runs every kind. */
export const readScope = (): Scope => scopes.find((name) => name === process.env['KITROOM_TEST_SCOPE']) ?? 'named'

const SUFFIX = /\.(studio|browser|crash|measure)\.test\.tsx?$/

/** @param file a path of a test file */
export const kindOf = (file: string): Kind => (SUFFIX.exec(file)?.[1] as Kind | undefined) ?? 'unit'
