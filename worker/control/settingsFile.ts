import type { Reply } from '../../contract/operation.ts'
import type { adoptWorkerSettings, getWorkerSettings, WorkerSettings } from '../../contract/control/workerSettings.ts'
import { readLeaseClockMs } from '../../state/hosts/leaseClock.ts'
import { findSettings } from '../../state/hosts/settings.ts'
import { listSettingsHosts } from '../../state/hosts/settingsHosts.ts'
import type { SettingsAccess, StateAndClock, WorkerContext } from '../context/context.ts'
import { isRunning } from '../settings/compareInState.ts'

async function readView({ state, clock, settings }: StateAndClock & SettingsAccess): Promise<WorkerSettings> {
  const nowMs = await readLeaseClockMs(state, clock)
  const { stored, hosts } = await state.read(async (tx) => ({
    stored: await findSettings(tx),
    hosts: await listSettingsHosts(tx),
  }))
  return {
    in_force: stored
      ? { sha256: stored.sha256, text: stored.text, host: stored.host, adopted_at: stored.adopted_at }
      : null,
    hosts: hosts.map((row) => ({
      host: row.host,
      name: row.name,
      label: row.label,
      file: row.status,
      running: isRunning(row, nowMs),
      seen_at: row.seen_at,
      answers: row.host === settings.host.id,
    })),
  }
}

export async function showSettings(context: StateAndClock & SettingsAccess): Promise<Reply<typeof getWorkerSettings>> {
  await context.settings.check()
  return { data: await readView(context) }
}

/** Adopts the file of this host by a person's decision. @throws SettingsError if it is invalid or missing */
export async function adoptSettingsFile(
  context: Pick<WorkerContext, 'state' | 'clock' | 'log' | 'settings'>,
): Promise<Reply<typeof adoptWorkerSettings>> {
  await context.settings.adopt()
  const data = await readView(context)
  context.log.info({ sha256: data.in_force?.sha256.slice(0, 12) }, 'kitroom.yaml of this host was adopted by a command')
  return { data }
}
