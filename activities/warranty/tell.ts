import type { Tx } from '../../platform/sql/types.ts'
import { lastStepTold } from '../../worker/state/toldSteps.ts'
import type { Config } from '../config/config.ts'
import type { Notification } from '../notify/types.ts'
import { queueNotifications, recipientsOf } from '../notify/queue.ts'
import { daysBetween } from '../studioDay.ts'
import { describeCover } from './describe.ts'
import { dueCover, type DueCover } from './dueCover.ts'
import { readItems } from './readItems.ts'
import type { Cover, WarrantyDeps } from './types.ts'

/** Reminders that one transaction adds: others want to write as well. */
const AT_ONCE = 200

/** When and by which settings covers are looked at. */
export interface Today {
  /** In the studio's zone, YYYY-MM-DD. */
  day: string
  config: Config
}

interface Due extends DueCover {
  cover: Cover
  left: number
}

async function isUntold(tx: Tx, { cover, unlessTold }: Due): Promise<boolean> {
  const last = await lastStepTold(tx, { kind: 'warranty', subject: cover.id, due_on: cover.expiresOn })
  return last === undefined || last > unlessTold
}

async function untoldOf(tx: Tx, dues: readonly Due[]): Promise<Due[]> {
  const untold: Due[] = []
  for (const due of dues) if (await isUntold(tx, due)) untold.push(due)
  return untold
}

/**
 * Puts what is due of covers into the ledger: of each the last step that has come, unless that or a later one is there already. What was told
 * stays told, whoever the recipients are by then and whatever else the steps are.
 * @returns how many reminders were added
 */
export async function tellCovers(deps: WarrantyDeps, covers: readonly Cover[], { day, config }: Today, signal: AbortSignal): Promise<number> {
  const dues = covers.flatMap((cover): Due[] => {
    const left = daysBetween(day, cover.expiresOn)
    const due = dueCover(config.warranty.steps, left)
    return due ? [{ ...due, cover, left }] : []
  })
  const untold = await deps.state.read((tx) => untoldOf(tx, dues))
  const items = await readItems(
    deps.api,
    untold.map(({ cover }) => cover),
    signal,
  )
  const describe = ({ cover, step, left }: Due): Notification => describeCover(cover, items.get(cover.gearId ?? ''), step, left)
  const recipients = recipientsOf(config)
  const nowMs = deps.clock.nowMs()
  let queued = 0
  for (let from = 0; from < untold.length; from += AT_ONCE) {
    signal.throwIfAborted()
    const some = untold.slice(from, from + AT_ONCE)
    queued += await deps.state.write(async (tx) => queueNotifications(tx, (await untoldOf(tx, some)).map(describe), recipients, nowMs))
  }
  return queued
}
