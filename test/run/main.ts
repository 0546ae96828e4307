// Runs tests by scope: `node bin/run.mjs test/run/main.ts <quick|all|long> [test files] [options of Vitest]`.
// --kind <unit|studio|browser|crash|measure> runs tests of one kind only. --repeat-failed repeats failed files as flaky.ts
// says. --report <file> writes the last lines to a file instead of printing them.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chooseRepeats, describeFlaky, isListed, MAX_REPEATS, readOpenFaults } from './flaky.ts'
import { scopes, toKind, type Kind, type Scope } from './kinds.ts'
import type { ModuleResult, Results } from './results.ts'
import { countTests, isFailed, summarize } from './summary.ts'

interface Options {
  scope: Scope
  kind: Kind | undefined
  isRepeating: boolean
  report: string | undefined
  /** What Vitest gets. */
  rest: string[]
}

function readOptions([first, ...args]: readonly string[]): Options {
  const scope = scopes.find((name) => name === first)
  if (scope === undefined || scope === 'named') throw new Error('The first argument is quick, all or long.')
  const take = (flag: string): string | undefined => {
    const at = args.indexOf(flag)
    return at < 0 ? undefined : args.splice(at, 2)[1]
  }
  const report = take('--report')
  const kind = toKind(take('--kind'))
  const rest = args.filter((arg) => arg !== '--repeat-failed')
  const namesFiles = rest.some((arg) => /^(\.\/)?test\//.test(arg))
  return { scope: namesFiles ? 'named' : scope, kind, isRepeating: args.includes('--repeat-failed'), report, rest }
}

/** A quick run takes so long at most on two quiet cores. */
const QUICK_TARGET_S = 150

const folder = mkdtempSync(join(tmpdir(), 'kitroom-run-'))
const seed = process.env['KITROOM_TEST_SEED'] ?? String(Date.now() % 1_000_000)
let runs = 0

/** Runs Vitest. @returns its results; undefined if it ended before it wrote them */
async function runVitest(
  scope: Scope,
  counts: string | undefined,
  args: readonly string[],
): Promise<Results | undefined> {
  const file = join(folder, `${++runs}.json`)
  const env = {
    ...process.env,
    KITROOM_TEST_SCOPE: scope,
    KITROOM_TEST_RUN_SEED: seed,
    KITROOM_TEST_RESULTS: file,
    KITROOM_TEST_COUNTS: counts,
  }
  const child = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', ...args], { stdio: 'inherit', env })
  const end = (signal: NodeJS.Signals): void => void child.kill(signal)
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
  for (const signal of signals) process.on(signal, end)
  await once(child, 'exit')
  for (const signal of signals) process.off(signal, end)
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Results) : undefined
}

/** Repeats files, each alone. @returns the results with those of files that passed now, and the lines about them */
async function repeatFailed(
  results: Results,
  scope: Scope,
  counts: string | undefined,
): Promise<{ results: Results; remarks: string[] }> {
  const repeats = chooseRepeats(results)
  const failedCount = results.modules.filter(isFailed).length
  if (repeats.length === 0)
    return {
      results,
      remarks:
        failedCount > 0
          ? [`Nothing is repeated: a failure is no accident, or more than ${MAX_REPEATS} files failed.`]
          : [],
    }
  const list = readOpenFaults()
  const remarks: string[] = []
  const replaced = new Map<ModuleResult, ModuleResult>()
  for (const failed of repeats) {
    console.log(`\n=== once more, alone: ${failed.file} (${failed.project}), seed ${seed}`)
    const repeated = await runVitest(scope, counts, ['--project', failed.project, failed.file])
    const again = repeated?.modules.find(({ file }) => file === failed.file)
    if (again === undefined || isFailed(again)) continue
    const flaky = describeFlaky(failed)
    remarks.push(...flaky.map(({ test, reason }) => `FLAKY ${failed.file} > ${test}: ${reason}`))
    const listed = flaky.filter(({ test }) => isListed(list, failed.file, test))
    remarks.push(...listed.map(({ test }) => `FAILED: ${failed.file} > ${test} is in test/run/flaky.json already`))
    if (listed.length === 0) replaced.set(failed, again)
  }
  return { results: { ...results, modules: results.modules.map((module) => replaced.get(module) ?? module) }, remarks }
}

async function run({ scope, kind, isRepeating, report, rest }: Options): Promise<boolean> {
  if (kind !== undefined) process.env['KITROOM_TEST_KIND'] = kind
  const counts = scope === 'long' ? 'full' : process.env['KITROOM_TEST_COUNTS']
  console.log(`seed ${seed} (KITROOM_TEST_SEED repeats it)`)
  const first = await runVitest(scope, counts, rest)
  if (first === undefined) {
    console.log('FAILED: Vitest ended without results')
    return false
  }
  const { results, remarks } = isRepeating ? await repeatFailed(first, scope, counts) : { results: first, remarks: [] }
  const seconds = Math.round(process.uptime())
  if (scope === 'quick' && seconds > QUICK_TARGET_S)
    remarks.push(
      `Target: ${QUICK_TARGET_S} s on 2 quiet cores. Not met: ${seconds} s for ${results.modules.length} files`,
    )
  const lines = `${summarize(results, remarks, scope !== 'named').join('\n')}\n`
  if (report === undefined) process.stdout.write(`\n${lines}`)
  else writeFileSync(report, lines)
  const { passed, failed, skipped } = countTests(results)
  return failed === 0 && passed + skipped > 0
}

try {
  process.exitCode = (await run(readOptions(process.argv.slice(2)))) ? 0 : 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}
