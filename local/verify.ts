// `npm run verify` checks format, lint, Markdown, unused exports and types. It needs no database and no network.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../', import.meta.url))

const steps: [string, string[]][] = [
  ['format', ['node_modules/oxfmt/bin/oxfmt', '--check', '.']],
  ['lint', ['node_modules/oxlint/bin/oxlint', '-c', 'oxlint.config.ts', '--deny-warnings']],
  ['words of Markdown', ['tools/lint/markdown.ts']],
  ['unused', ['node_modules/knip/bin/knip.js', '--no-progress']],
  ['types', ['node_modules/typescript/bin/tsc']],
  ['types of the console', ['node_modules/typescript/bin/tsc', '-p', 'console']],
]

const failedSteps = steps.filter(([name, args]) => {
  const startedAtMs = performance.now()
  const isOk = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' }).status === 0
  console.log(`${isOk ? 'ok  ' : 'FAIL'} ${name} (${((performance.now() - startedAtMs) / 1000).toFixed(1)} s)`)
  return !isOk
})
process.exitCode = failedSteps.length === 0 ? 0 : 1
