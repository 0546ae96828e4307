import { createInterface } from 'node:readline/promises'
import { resolve } from 'node:path'
import { systemClock } from '../../platform/clock.ts'
import { requireOption, parseBackupPart, runBackupCommand } from '../backup/command.ts'
import { BackupError } from '../backup/errors.ts'
import { readLocations } from '../backup/locations.ts'
import { createProgress } from '../backup/progress.ts'
import { restoreBackup, type Restored, type RestoreOptions } from '../backup/restoreBackup.ts'
import { resumeSwap } from '../backup/swapFiles.ts'

/** Exit code if the data is restored but has faults. */
const FAULTY_EXIT_CODE = 2

async function askForYes(question: string): Promise<boolean> {
  if (!process.stdin.isTTY || !process.stderr.isTTY)
    throw new BackupError('Nobody can be asked here: add --yes. Nothing was changed.')
  const reader = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return /^y(es)?$/i.test((await reader.question(question)).trim())
  } finally {
    reader.close()
  }
}

const createConfirm =
  (yes: boolean): RestoreOptions['confirm'] =>
  async ({ made_at: madeAt, accounts }, replaced) =>
    yes ||
    askForYes(
      [
        `This puts back what was there at ${madeAt} (${accounts.map(({ name }) => name).join(', ') || 'the worker alone'}).`,
        `These are set aside: ${replaced.join(', ')}`,
        'Go on? [y/N] ',
      ].join('\n'),
    )

function faultsOf({ findings }: Restored): string[] {
  if (!findings) return []
  const chainFaults = findings.accounts.flatMap(({ name, audit }) =>
    audit.fault === null ? [] : [`The audit chain of ${name}: ${audit.fault}.`],
  )
  return [...(findings.counters === null ? [] : [findings.counters]), ...chainFaults]
}

function describeRestored(restored: Restored, seconds: number): string {
  const { manifest, parts, findings, aside } = restored
  const faults = faultsOf(restored)
  const verifiedChains = (findings?.accounts ?? []).map(
    ({ name, audit }) => `  ${name}: ${audit.rows} audit rows in ${audit.links} links`,
  )
  return [
    `Restored ${parts.join(' and ')} as of ${manifest.made_at}, in ${seconds.toFixed(1)} s.`,
    ...(findings && faults.length === 0
      ? ['Counters match a recount; the audit chains are whole:', ...verifiedChains]
      : []),
    ...faults.map((fault) => `FAULT ${fault}`),
    ...(aside.length > 0 ? ['Set aside; delete them when all is well:', ...aside.map((file) => `  ${file}`)] : []),
    'Start with: npm start',
  ].join('\n')
}

const flags = {
  from: 'string',
  only: 'string',
  replace: 'boolean',
  resume: 'boolean',
  yes: 'boolean',
  json: 'boolean',
} as const

await runBackupCommand(flags, async (values, signal) => {
  const startedAtMs = performance.now()
  const locations = readLocations(process.env)
  if (values['resume']) {
    const finished = await resumeSwap(locations.dataDir)
    return {
      text: values['json']
        ? JSON.stringify({ finished })
        : `The restore is finished: ${finished.join(', ')} are in place.`,
    }
  }
  const restored = await restoreBackup({
    from: resolve(requireOption(values, 'from')),
    locations,
    only: parseBackupPart(values['only']),
    replace: values['replace'] === true,
    confirm: createConfirm(values['yes'] === true),
    clock: systemClock,
    progress: createProgress(process.stderr, values['json'] === true),
    signal,
  })
  if (!restored) return { text: 'Nothing was changed.', exitCode: 1 }
  const seconds = Math.round(performance.now() - startedAtMs) / 1000
  const { manifest, parts, findings, aside } = restored
  const faults = faultsOf(restored)
  const result = {
    made_at: manifest.made_at,
    parts,
    accounts: findings?.accounts ?? [],
    counters: findings?.counters ?? null,
    aside,
    seconds,
  }
  return {
    text: values['json'] ? JSON.stringify(result) : describeRestored(restored, seconds),
    exitCode: faults.length > 0 ? FAULTY_EXIT_CODE : 0,
  }
})
