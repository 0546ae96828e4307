import { systemClock } from '../../platform/clock.ts'
import { requireOption, parseBackupPart, runBackupCommand } from '../backup/command.ts'
import { readLocations } from '../backup/locations.ts'
import { formatCount, createProgress, formatBytes } from '../backup/progress.ts'
import { writeBackup } from '../backup/writeBackup.ts'

const PART_DESCRIPTIONS = { worker: "the worker's database and key", api: 'the API database' }

await runBackupCommand({ out: 'string', only: 'string', json: 'boolean' }, async (values, signal) => {
  const startedAtMs = performance.now()
  const { folder, manifest } = await writeBackup({
    locations: readLocations(process.env),
    only: parseBackupPart(values['only']),
    out: requireOption(values, 'out'),
    clock: systemClock,
    progress: createProgress(process.stderr, values['json'] === true),
    signal,
  })
  const seconds = Math.round(performance.now() - startedAtMs) / 1000
  const bytes = manifest.files.reduce((sum, file) => sum + file.bytes, 0)
  const rows = manifest.files.reduce((sum, file) => sum + (file.rows ?? 0), 0)
  const { made_at: madeAt, parts, accounts } = manifest
  if (values['json'])
    return { text: JSON.stringify({ folder, made_at: madeAt, parts, accounts, rows, bytes, seconds }) }
  const missingPartNote =
    values['only'] === undefined && parts.length < 2
      ? [`There was no other part here: it holds only ${PART_DESCRIPTIONS[parts[0] ?? 'api']}.`]
      : []
  return {
    text: [
      `Backup  ${folder}`,
      `holds   ${parts.map((part) => PART_DESCRIPTIONS[part]).join(' and ')}: ${formatCount(rows)} rows, ${formatBytes(bytes)}, in ${seconds.toFixed(1)} s`,
      ...missingPartNote,
      'It holds keys: keep it where only you can read it.',
    ].join('\n'),
  }
})
