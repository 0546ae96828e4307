/** The walls between folders, as data: what each folder may import. The rule in `plugin.ts` enforces them, ARCHITECTURE.md explains them. */
export interface Wall {
  /** Other places that this folder may import from: a folder or one file. Its own files and node: modules are always open. */
  mayImport: readonly string[]
  /** Places inside those that stay closed. */
  mayNotImport?: readonly string[]
  /** Places of which only types may be imported. */
  typesOnly?: readonly string[]
  /** Packages (and node: modules) refused, by prefix. */
  refuses?: readonly string[]
  /** When set, the only packages this folder may import; node: modules are then refused too. */
  onlyPackages?: readonly string[]
}

const DRIVERS = ['node:sqlite', 'pg']
const DATABASES = [...DRIVERS, 'kysely']
/** Only server and worker open databases. */
const SQL = ['platform/sql/']
const FRAMEWORKS = ['express', 'fastify', 'koa', '@hapi/', 'hono']

/** The HTTP transport uses these parts of the server; none of them knows it. */
const underHttp: Wall = {
  mayImport: ['contract/', 'platform/', 'server/'],
  mayNotImport: ['server/http/'],
  refuses: [...DRIVERS, '@temporalio/', 'node:http', ...FRAMEWORKS],
}

/** What worker and its use cases of runs share. */
const WORKER = ['activities/', 'contract/', 'client/', 'platform/', 'sheets/', 'state/', 'calendars/', 'config/']

/** Keyed by path prefix; the longest prefix that holds a file decides for it. */
export const walls: Readonly<Record<string, Wall>> = {
  'contract/': { mayImport: [], onlyPackages: ['zod'] },
  'contract/temporal.ts': { mayImport: [], onlyPackages: [] },
  'client/': { mayImport: ['contract/', 'platform/'], mayNotImport: SQL, refuses: DATABASES },
  'platform/': { mayImport: [], refuses: [...DATABASES, ...FRAMEWORKS] },
  'platform/sql/': { mayImport: ['platform/'], refuses: FRAMEWORKS },
  'server/': { mayImport: ['contract/', 'platform/'], refuses: [...DRIVERS, '@temporalio/', ...FRAMEWORKS] },
  'server/resources/': { mayImport: ['contract/', 'platform/', 'server/'], refuses: [...DRIVERS, '@temporalio/', 'node:http', ...FRAMEWORKS] },
  'server/settings/': { mayImport: ['contract/', 'platform/', 'server/'], refuses: [...DRIVERS, '@temporalio/', 'node:http', ...FRAMEWORKS] },
  'server/auth/': underHttp,
  'server/limits/': underHttp,
  'server/idempotency/': underHttp,
  'sheets/': { mayImport: ['contract/', 'platform/'], mayNotImport: SQL, refuses: [...DATABASES, '@temporalio/'] },
  'state/': { mayImport: ['contract/', 'platform/'], refuses: [...DRIVERS, '@temporalio/'] },
  'calendars/': { mayImport: ['contract/', 'platform/', 'state/'], mayNotImport: SQL, refuses: [...DATABASES, '@temporalio/'] },
  'config/': { mayImport: ['contract/', 'platform/', 'sheets/', 'calendars/'], mayNotImport: SQL, refuses: [...DATABASES, '@temporalio/'] },
  'activities/': { mayImport: ['contract/', 'client/', 'platform/', 'sheets/', 'state/', 'calendars/', 'config/'], refuses: DRIVERS },
  'workflows/': { mayImport: ['contract/temporal.ts'], typesOnly: ['activities/', 'contract/'], onlyPackages: ['@temporalio/workflow'] },
  'worker/': { mayImport: WORKER, refuses: [...DRIVERS, ...FRAMEWORKS] },
  'worker/runs/': { mayImport: [...WORKER, 'worker/'], mayNotImport: ['worker/control/'], refuses: [...DRIVERS, 'node:http', ...FRAMEWORKS] },
  'cli/': { mayImport: ['contract/', 'client/', 'platform/'], mayNotImport: SQL, refuses: [...DATABASES, '@temporalio/'] },
  'local/': { mayImport: ['contract/', 'client/', 'platform/'], mayNotImport: SQL, refuses: DATABASES },
}

/** Within the server, resources stay apart: one may not reach into the queries of another. */
export const resourceFolder = 'server/resources/'

/** Only here may code ask which database it talks to. */
export const dialectFolder = 'platform/sql/'
