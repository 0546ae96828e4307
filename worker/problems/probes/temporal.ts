import type { TemporalAccess } from '../../context/context.ts'
import { handleOutage, refusesWorker } from '../../context/faults.ts'
import { probeTemporal } from '../../temporal/syncWorkflow.ts'

const TIMEOUT_MS = 3000

export interface TemporalState {
  namespace: string
  /** undefined if Temporal answers and accepts the worker. */
  outage: 'away' | 'refused' | undefined
}

export const classifyOutage = (error: unknown): 'away' | 'refused' => (refusesWorker(error) ? 'refused' : 'away')

export async function probeOutage(context: TemporalAccess): Promise<TemporalState> {
  const probe = async (): Promise<TemporalState['outage']> => void (await probeTemporal(context, TIMEOUT_MS))
  return { namespace: context.temporal.options.namespace, outage: await handleOutage(probe, classifyOutage) }
}
