// Limits processes to a share of a core, so that two servers on one machine stand for two machines.
import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const PERIOD_US = 100_000
const VERSION_1 = '/sys/fs/cgroup/cpu'
const VERSION_2 = '/sys/fs/cgroup'

interface QuotaGroup {
  add(pid: number): void
  /** Removes the group after its processes have ended. */
  remove(): void
}

/**
 * Creates a control group of Linux (version 1 or 2) whose processes together get a share of a core.
 * @param percent of one core
 * @returns undefined where the system has none or the user may not create one
 */
export function createQuotaGroup(name: string, percent: number): QuotaGroup | undefined {
  const quotaUs = String((PERIOD_US * percent) / 100)
  const isVersion2 = existsSync(join(VERSION_2, 'cgroup.controllers'))
  const folder = join(isVersion2 ? VERSION_2 : VERSION_1, name)
  try {
    mkdirSync(folder)
    if (isVersion2) writeFileSync(join(folder, 'cpu.max'), `${quotaUs} ${PERIOD_US}`)
    else {
      writeFileSync(join(folder, 'cpu.cfs_period_us'), String(PERIOD_US))
      writeFileSync(join(folder, 'cpu.cfs_quota_us'), quotaUs)
    }
  } catch {
    return undefined
  }
  return { add: (pid) => writeFileSync(join(folder, 'cgroup.procs'), String(pid)), remove: () => rmdirSync(folder) }
}
