import { randomBytes } from 'node:crypto'
import type { Clock } from '../../platform/clock.ts'
import { createSecretBox } from '../../platform/secretBox.ts'
import type { Database } from '../../platform/sql/types.ts'
import { createSettings, type Settings } from '../../worker/settings/settings.ts'
import { createSilentLog } from '../../platform/log.ts'

/** Settings of a worker without a process. @param file path of kitroom.yaml */
export const openWorkerSettings = (state: Database, clock: Clock, file: string): Settings =>
  createSettings({
    state,
    clock,
    log: createSilentLog(),
    box: createSecretBox(randomBytes(32)),
    file,
    host: { id: 'test', filesId: 'test', name: 'test', label: undefined },
  })
