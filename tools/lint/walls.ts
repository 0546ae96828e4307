/** Allowed imports between folders. `plugin.ts` enforces them, ARCHITECTURE.md explains them. */
export interface Wall {
  /** Other folders or files that may be imported. Own files and node: modules are always allowed. */
  mayImport: readonly string[]
  /** Exceptions from `mayImport`. */
  mayNotImport?: readonly string[]
  /** Folders of which only types may be imported. */
  typesOnly?: readonly string[]
  /** A room of its own: an import of the folder around it does not include it. */
  isRoom?: true
  /** Rejected packages and node: modules, by prefix. */
  refuses?: readonly string[]
  /** When set: the only packages allowed; node: modules are rejected. */
  onlyPackages?: readonly string[]
}

const DATABASE_DRIVERS = ['node:sqlite', 'pg']
const DATABASE_PACKAGES = [...DATABASE_DRIVERS, 'kysely']
const SQL_FOLDER = ['platform/sql/']
const FRAMEWORKS = ['express', 'fastify', 'koa', '@hapi/', 'hono']

/** Parts of the server below the HTTP transport. */
const underHttp: Wall = {
  mayImport: ['contract/', 'platform/', 'server/'],
  mayNotImport: ['server/http/', 'platform/http/nodeHttp.ts'],
  refuses: [...DATABASE_DRIVERS, '@temporalio/', 'node:http', ...FRAMEWORKS],
}

const ACTIVITY_IMPORTS = [
  'contract/',
  'client/',
  'platform/',
  'sheets/',
  'sheets/sources/',
  'state/',
  'calendars/',
  'messages/languages/',
  'messages/channels/',
  'config/',
]

/** Activities that call Google, and how all activities report its errors. */
const withGoogle: Wall = {
  mayImport: ['activities/', ...ACTIVITY_IMPORTS, 'platform/google/'],
  refuses: DATABASE_DRIVERS,
}

const WORKER_IMPORTS = ['activities/', ...ACTIVITY_IMPORTS, 'platform/google/']

/** Allowed imports of each folder, keyed by path prefix; the longest matching prefix applies. */
export const walls: Readonly<Record<string, Wall>> = {
  'contract/': { mayImport: [], onlyPackages: ['zod'] },
  'contract/temporal.ts': { mayImport: [], onlyPackages: [] },
  'client/': { mayImport: ['contract/', 'platform/'], mayNotImport: SQL_FOLDER, refuses: DATABASE_PACKAGES },
  'platform/': { mayImport: [], refuses: [...DATABASE_PACKAGES, ...FRAMEWORKS] },
  'platform/sql/': { mayImport: ['platform/'], refuses: FRAMEWORKS },
  'platform/google/': {
    mayImport: ['contract/', 'platform/'],
    mayNotImport: SQL_FOLDER,
    isRoom: true,
    refuses: [...DATABASE_PACKAGES, '@temporalio/'],
  },
  'server/': { mayImport: ['contract/', 'platform/'], refuses: [...DATABASE_DRIVERS, '@temporalio/', ...FRAMEWORKS] },
  'server/resources/': {
    mayImport: ['contract/', 'platform/', 'server/'],
    mayNotImport: ['platform/http/nodeHttp.ts'],
    refuses: [...DATABASE_DRIVERS, '@temporalio/', 'node:http', ...FRAMEWORKS],
  },
  'server/settings/': {
    mayImport: ['contract/', 'platform/', 'server/'],
    mayNotImport: ['platform/http/nodeHttp.ts'],
    refuses: [...DATABASE_DRIVERS, '@temporalio/', 'node:http', ...FRAMEWORKS],
  },
  'server/auth/': underHttp,
  'server/limits/': underHttp,
  'server/idempotency/': underHttp,
  'sheets/': {
    mayImport: ['contract/', 'platform/'],
    mayNotImport: SQL_FOLDER,
    refuses: [...DATABASE_PACKAGES, '@temporalio/'],
  },
  'sheets/sources/': {
    mayImport: ['contract/', 'platform/', 'sheets/', 'platform/google/'],
    mayNotImport: SQL_FOLDER,
    isRoom: true,
    refuses: [...DATABASE_PACKAGES, '@temporalio/'],
  },
  'state/': { mayImport: ['contract/', 'platform/'], refuses: [...DATABASE_DRIVERS, '@temporalio/'] },
  'calendars/': {
    mayImport: ['contract/', 'platform/', 'state/'],
    mayNotImport: SQL_FOLDER,
    refuses: [...DATABASE_PACKAGES, '@temporalio/'],
  },
  'messages/languages/': { mayImport: ['contract/'], isRoom: true, onlyPackages: [] },
  'messages/channels/': {
    mayImport: ['contract/', 'platform/', 'messages/languages/'],
    mayNotImport: SQL_FOLDER,
    isRoom: true,
    refuses: [...DATABASE_PACKAGES, '@temporalio/'],
  },
  'config/': {
    mayImport: [
      'contract/',
      'platform/',
      'sheets/',
      'sheets/sources/',
      'calendars/',
      'messages/languages/',
      'messages/channels/',
    ],
    mayNotImport: SQL_FOLDER,
    refuses: [...DATABASE_PACKAGES, '@temporalio/'],
  },
  'activities/': { mayImport: ACTIVITY_IMPORTS, refuses: DATABASE_DRIVERS },
  'activities/google/': withGoogle,
  'activities/googleCalendar/': withGoogle,
  'activities/shared/failures.ts': withGoogle,
  'activities/shared/runActivity.ts': withGoogle,
  'workflows/': {
    mayImport: ['contract/temporal.ts'],
    typesOnly: ['activities/', 'contract/'],
    onlyPackages: ['@temporalio/workflow'],
  },
  'worker/': { mayImport: WORKER_IMPORTS, refuses: [...DATABASE_DRIVERS, ...FRAMEWORKS] },
  'worker/runs/': {
    mayImport: [...WORKER_IMPORTS, 'worker/'],
    mayNotImport: ['worker/control/'],
    refuses: [...DATABASE_DRIVERS, 'node:http', ...FRAMEWORKS],
  },
  'cli/': {
    mayImport: ['contract/', 'client/', 'platform/'],
    mayNotImport: SQL_FOLDER,
    refuses: [...DATABASE_PACKAGES, '@temporalio/'],
  },
  'console/': {
    mayImport: ['contract/', 'messages/languages/'],
    onlyPackages: [
      'react',
      'react-dom',
      '@dnd-kit/dom',
      '@dnd-kit/react',
      'recharts',
      '@mantine/charts',
      '@mantine/core',
      '@mantine/hooks',
      '@mantine/notifications',
      '@mantine/spotlight',
      '@tanstack/react-query',
      '@tanstack/react-router',
      '@tanstack/react-table',
      '@tanstack/react-virtual',
      'zod',
    ],
  },
  'local/': { mayImport: ['contract/', 'client/', 'platform/'], mayNotImport: SQL_FOLDER, refuses: DATABASE_PACKAGES },
}

/** Packages that only one folder may import, so that one folder changes when such a package is replaced. */
export const packageFolders: Readonly<Record<string, string>> = { hucre: 'sheets/workbook/' }

/** Resources must not use each other's queries. */
export const resourceFolder = 'server/resources/'

/** The only folder that may check the kind of database. */
export const dialectFolder = 'platform/sql/'
