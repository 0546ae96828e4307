import { defineConfig } from 'vitest/config'
import { useFastFolder } from './test/support/fastFolder.ts'
import { createReporters } from './test/support/reporters.ts'
import { Sequencer } from './test/support/sequencer.ts'
import { wantsPostgres } from './test/support/testDatabase.ts'

useFastFolder()

/** Random histories compared with a model, large tables, concurrent clients, two servers under load. They run with the crash tests, on both databases. */
export const modelTests = ['test/server/{api,settings}/**/{concurrent,history,histories,large,twoServers}.test.ts']

/** Tests of `npm start` and of the demo. Each starts its own Temporal, so they run with the crash tests. */
export const startTests = ['test/local/{demo,fullDisk,package,start,starting}.test.ts']

/** Tests in which the API, Temporal, a file or the right time is missing for a while. They mostly wait, so they run with the kills. */
export const outageTests = [
  'test/worker/{clock,dailyLate,escalationLost,failingItem,locks,longDailyRun,moveState,outages,pausedSteps,problems,staleReminders,starting,stateAway,stops,stuck,temporalKey,temporalTls}.test.ts',
  'test/workflows/{drain,filesGone,syncOutages}.test.ts',
  'test/{server/operator/folder,local/noWorker}.test.ts',
]

/**
 * Whole studios, backups, sign-ins, large and hostile sheets, months of warranties, installations of an earlier version. They use the cores for long,
 * so they run with the kills.
 */
export const longTests = [
  'test/activities/maintenance/bounded.test.ts',
  'test/calendars/{lines,google/{drift,kinds,push,retries}}.test.ts',
  'test/channels/mailsInBrowser.test.ts',
  'test/cli/google/*.test.ts',
  'test/console/*.test.ts',
  'test/docs/{automations,newcomer,sheets/examples}.test.ts',
  'test/server/operator/{backup,refusedOptions}.test.ts',
  'test/sheets/{errorWords,hostile,largeSheet,rental,tablesRandom}.test.ts',
  'test/sources/{googleQuota,googleRental,googleWriteBack*,sameSheet,url}.test.ts',
  'test/upgrade/{recordMigration,upgrade}.test.ts',
  'test/worker/{adopt,bulkEdit,bulkEditStopped,calendars,coverageWindow,coveredService,decisions,droppedRows,endpointDisabled,fileHosts,forecast,forecastByUse,languages,maintenanceByUse,maintenancePlans,meterReports,metrics,missing,planLinks,queues,rateLimited,remoteControl,scheduled,searchAttributes,secondState,service,settings,shootReminders,syncStalled,twoSettings,twoWorkers,undo,unsubscribe,versions,workbooks,years}.test.ts',
  'test/workflows/{coverageMonths,warranty}.test.ts',
]

/** Tests of connections, requests, headers and rates. The database hardly matters to them, so they run once. */
const httpTests = [
  'test/server/api/{connections,drain,faultsDelay,origins,rateLimits,rateLimitsRefusals,rateLimitsSwitch,slow,wire}.test.ts',
  'test/server/api/{authMatrix,corpus,errors,json,methods,query}.test.ts',
  'test/server/api/gear/{head,options}.test.ts',
]

/** API tests run on both databases. The title of a test about SQLite's file says so. */
const projects = [
  { name: 'sqlite', include: ['test/**/*.test.ts'], exclude: [], database: 'sqlite' },
  ...(wantsPostgres ? [{ name: 'postgres', include: ['test/server/{api,db,settings}/**/*.test.ts'], exclude: httpTests, database: 'postgres' }] : []),
]

export default defineConfig({
  test: {
    globalSetup: ['test/support/globalSetup.ts'],
    reporters: createReporters(),
    // Many tests wait for Temporal or for a time to pass: more workers than cores fill them.
    maxWorkers: 4,
    sequence: { sequencer: Sequencer },
    projects: projects.map(({ name, include, exclude, database }) => ({
      test: {
        name,
        include,
        exclude: ['test/crash/**', ...modelTests, ...startTests, ...outageTests, ...longTests, ...exclude, 'node_modules/**'],
        env: { KITROOM_TEST_DATABASE: database },
        setupFiles: ['test/support/awayFromMidnight.ts'],
        // A reason at the end of a title stays whole: .ci/sum.mjs prints it.
        taskTitleValueFormatTruncate: 0,
        pool: 'forks' as const,
        // What a file imports costs more than most files: the next file of a process finds it loaded.
        isolate: false,
        // A test that hangs is ended; a machine that is busy is not a fault.
        testTimeout: 120_000,
        hookTimeout: 120_000,
      },
    })),
  },
})
