import { parseRunSettings } from '../../activities/inventorySync/run.ts'
import { fetchQueue, filesQueue, labelQueue, type SyncInput } from '../../contract/temporal.ts'
import { readLeaseClockMs } from '../../state/hosts/leaseClock.ts'
import type { RunRow } from '../../state/tables/schema.ts'
import { findSettings } from '../../state/hosts/settings.ts'
import { listSettingsHosts } from '../../state/hosts/settingsHosts.ts'
import type { RunContext } from '../context/context.ts'
import { isRunning } from '../settings/compareInState.ts'

type SheetQueue = Pick<SyncInput, 'filesQueue' | 'host'>

const toLabelQueue = (account: string, label: string): SheetQueue => ({
  filesQueue: labelQueue(account, label),
  host: { label },
})

type QueueContext = Pick<RunContext, 'state' | 'clock' | 'account' | 'settings'>

/**
 * Chooses the host that reads a file without `on:`. It is the only host with a label; else this host, if its
 * kitroom.yaml is in force; else one whose file is.
 */
async function chooseFileHost({ state, clock, account, settings }: QueueContext): Promise<SheetQueue> {
  const nowMs = await readLeaseClockMs(state, clock)
  const { stored, hosts } = await state.read(async (tx) => ({
    stored: await findSettings(tx),
    hosts: await listSettingsHosts(tx),
  }))
  const [label, ...otherLabels] = new Set(hosts.flatMap((host) => host.label ?? []))
  if (label !== undefined && otherLabels.length === 0) return toLabelQueue(account, label)
  const running = hosts.filter((host) => host.status === 'current' && isRunning(host, nowMs))
  const found =
    running.find(({ host }) => host === settings.host.id) ??
    running.find(({ host }) => host === stored?.host) ??
    running[0] ??
    hosts.find(({ host }) => host === stored?.host)
  return { filesQueue: filesQueue(account, found?.files_host ?? settings.host.filesId), host: {} }
}

/**
 * Chooses the task queue on which a run's sheet is fetched. Only a file needs a certain host; a stored sheet needs
 * none.
 */
export async function chooseSheetQueue(
  context: QueueContext,
  run: Pick<RunRow, 'settings' | 'sha256'>,
): Promise<SheetQueue> {
  if (run.sha256 !== null) return { filesQueue: fetchQueue(context.account) }
  const { source } = parseRunSettings(run)
  if (source.file === undefined) return { filesQueue: fetchQueue(context.account) }
  return source.on === undefined ? chooseFileHost(context) : toLabelQueue(context.account, source.on)
}
