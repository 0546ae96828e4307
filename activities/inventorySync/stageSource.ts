import { readFile, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { isoTime } from '../../platform/clock.ts'
import { markStaged } from '../../worker/state/runs.ts'
import { MAX_STAGED_BYTES, stageBytes } from '../../worker/state/staged.ts'
import { finalFailure } from '../failures.ts'
import { guarded } from '../guarded.ts'
import { loadRun, standing } from './run.ts'
import type { SyncActivities, SyncDeps } from './types.ts'

const unreadable = (detail: string): Error => finalFailure('unreadable_file', detail)

async function readSource(configDir: string, file: string): Promise<Uint8Array> {
  const path = resolve(configDir, file)
  try {
    const { size } = await stat(path)
    if (size > MAX_STAGED_BYTES) throw unreadable(`${file} has more than 64 MiB. Split it, or leave out what is no inventory.`)
    return await readFile(path)
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code
    if (code === 'ENOENT') throw unreadable(`${file} is not there. The path is relative to kitroom.yaml.`)
    if (code === 'EISDIR') throw unreadable(`${file} is a folder; the source needs a file.`)
    if (code === 'EACCES' || code === 'EPERM') throw unreadable(`${file} may not be read by the worker; change its permissions.`)
    throw error
  }
}

/** Takes in the bytes of a `file:` source. Uploads are staged already; a run that is further on only answers where it stands. */
export const createStageSource =
  (deps: SyncDeps): SyncActivities['stageSource'] =>
  ({ runId }) =>
    guarded(deps.log, async () => {
      const run = await loadRun(deps.state, runId)
      if (run.status !== 'planning' || run.sha256 !== null) return standing(run)
      const bytes = await readSource(deps.configDir, run.file)
      await deps.state.write(async (tx) => {
        const { sha256 } = await stageBytes(tx, bytes, isoTime(deps.clock.nowMs()))
        await markStaged(tx, runId, sha256)
      })
      return standing(run)
    })
