import type { TemporalAccess, WorkerContext } from '../../context/context.ts'
import { createAccessProbe, type Access } from './access.ts'
import { createEndpointProbe, type DisabledEndpoints } from './endpoints.ts'
import { createStuckProbe, type StuckWorkflow } from './stuck.ts'
import { probeOutage, type TemporalState } from './temporal.ts'

/** Results of asking other servers; undefined if unknown now. */
export interface Probes {
  temporal: TemporalState
  access: Access
  endpoints: DisabledEndpoints | undefined
  stuck: readonly StuckWorkflow[] | undefined
}

/** Creates the probes. They ask other servers before a check finds problems in one transaction. */
export function createProbes(
  context: TemporalAccess & Pick<WorkerContext, 'api' | 'clock' | 'log' | 'scaledMs'>,
): () => Promise<Probes> {
  const probeAccess = createAccessProbe(context)
  const probeEndpoints = createEndpointProbe(context)
  const probeStuck = createStuckProbe(context)
  return async () => {
    const temporal = await probeOutage(context)
    const access = await probeAccess()
    const endpoints = await probeEndpoints()
    return { temporal, access, endpoints, stuck: await probeStuck(temporal.outage === undefined) }
  }
}
