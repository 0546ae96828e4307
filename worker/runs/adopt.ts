import type { Adoption, adoptSource } from '../../contract/control/controlAdopt.ts'
import type { Input, Reply } from '../../contract/operation.ts'
import type { Tx } from '../../platform/sql/types.ts'
import { adoptBindings, countBindings } from '../../state/sync/bindings.ts'
import { findOpenRun } from '../../state/sync/runs.ts'
import type { RunRow } from '../../state/tables/schema.ts'
import { withSourceLock, type RunContext, type StateAccess, type WorkerContext } from '../context/context.ts'
import { createWorkerError, type WorkerError } from '../context/errors.ts'
import { checkForRestore } from './checkForRestore.ts'
import { requireSource } from './requireSource.ts'

/** Describes the remedy. It names a plan by its id, because kitroom.yaml may not have the earlier source any more. */
const createOpenRunError = ({ run_id: run, source, status }: RunRow): WorkerError =>
  status === 'waiting'
    ? createWorkerError('adoption_while_waiting', { source, run })
    : createWorkerError('adoption_while_running', { source, run, run_status: status })

async function requireNoOpenRun(tx: Tx, source: string): Promise<void> {
  const run = await findOpenRun(tx, source)
  if (run) throw createOpenRunError(run)
}

async function requireBindings(tx: Tx, source: string, from: string): Promise<void> {
  const counts = await countBindings(tx)
  if (counts.has(from)) return
  const others = [...counts].flatMap(([id, count]) => (id === source ? [] : [`${id} (${count})`])).toSorted()
  throw createWorkerError('no_bindings', { other_source: from, source, known: others })
}

type Counts = Pick<Adoption, 'taken_over' | 'already_bound' | 'left'>

const adoptIn = (context: StateAccess, source: string, from: string): Promise<Counts> =>
  context.state.write(async (tx) => {
    for (const id of [source, from]) await requireNoOpenRun(tx, id)
    await requireBindings(tx, source, from)
    return adoptBindings(tx, source, from)
  })

/**
 * Moves the bindings of an earlier source to a source, in one transaction. It refuses while either has an unfinished
 * run.
 */
export async function adoptBindingsOfSource(
  context: RunContext & Pick<WorkerContext, 'api' | 'withLock'>,
  { params, body }: Input<typeof adoptSource>,
): Promise<Reply<typeof adoptSource>> {
  const { source } = params
  const { from } = body
  const { sources } = await context.settings.read()
  requireSource(sources, source)
  if (source === from) throw createWorkerError('adopts_itself', { source })
  // The locks have a fixed order, so that two adoptions in opposite directions cannot deadlock.
  const [first, second] = source < from ? [source, from] : [from, source]
  const counts = await withSourceLock(context, first, (outer) =>
    withSourceLock(outer, second, async (locked) => {
      await checkForRestore(locked)
      return adoptIn(locked, source, from)
    }),
  )
  context.log.info({ source, from, ...counts }, `${source} took over ${counts.taken_over} bound items from ${from}`)
  return { data: { source, from, ...counts, from_is_configured: sources.some(({ id }) => id === from) } }
}
