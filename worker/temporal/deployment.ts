// Calls of the account's worker deployment, which decides which version of the worker gets the tasks. An empty build id
// stands for workers without a version.
import type { Client as TemporalClient } from '@temporalio/client'
import { deploymentName } from '../../contract/temporal.ts'
import type { TemporalAccess } from '../context/context.ts'
import { readGrpcCode } from '../context/faults.ts'
import { withTimeout } from './syncWorkflow.ts'

// Status code of gRPC (statuscodes.md).
const NOT_FOUND = 5
const PERMISSION_DENIED = 7
const FAILED_PRECONDITION = 9
const ABORTED = 10
const UNIMPLEMENTED = 12

/** Suffix of a queue that no worker polls, so that the probe changes nothing. */
const PROBE_SUFFIX = '-probe'

export interface Deployment {
  /** Build id of the version that gets the tasks. */
  current: string
  /** Build ids of the versions that have polled. */
  builds: readonly string[]
  conflictToken: Uint8Array | undefined
}

/**
 * Checks that Temporal has worker deployments and this worker may change its own.
 * @returns undefined if so, else the reason
 * @throws the SDK's errors of an unusable Temporal
 */
export async function findDeploymentObstacle(temporal: TemporalClient, account: string): Promise<string | undefined> {
  try {
    await temporal.workflowService.setWorkerDeploymentCurrentVersion({
      namespace: temporal.options.namespace,
      deploymentName: deploymentName(account) + PROBE_SUFFIX,
      buildId: 'none',
    })
    return undefined
  } catch (error) {
    const code = readGrpcCode(error)
    if (code === NOT_FOUND || code === FAILED_PRECONDITION) return undefined
    if (code === UNIMPLEMENTED) return 'this Temporal does not have them'
    if (code === PERMISSION_DENIED) return 'the worker may not set the current version'
    throw error
  }
}

/** Reads the account's deployment. Without one, workers without a version get the tasks. */
export async function readDeployment(context: TemporalAccess): Promise<Deployment> {
  try {
    const { workerDeploymentInfo: info, conflictToken } = await withTimeout(context, () =>
      context.temporal.workflowService.describeWorkerDeployment({
        namespace: context.temporal.options.namespace,
        deploymentName: deploymentName(context.account),
      }),
    )
    return {
      current: info?.routingConfig?.currentDeploymentVersion?.buildId ?? '',
      builds: (info?.versionSummaries ?? []).map(({ deploymentVersion }) => deploymentVersion?.buildId ?? ''),
      conflictToken: conflictToken ?? undefined,
    }
  } catch (error) {
    const code = readGrpcCode(error)
    if (code !== NOT_FOUND && code !== UNIMPLEMENTED && code !== PERMISSION_DENIED) throw error
    return { current: '', builds: [], conflictToken: undefined }
  }
}

/**
 * Makes a version current: it gets new runs, and the next task of every sleeping run.
 * @returns a message if Temporal refuses: another worker was faster, or the deployment belongs to another manager
 */
export async function setCurrentVersion(
  context: TemporalAccess,
  buildId: string,
  { conflictToken }: Deployment,
): Promise<string | undefined> {
  try {
    await withTimeout(context, () =>
      context.temporal.workflowService.setWorkerDeploymentCurrentVersion({
        namespace: context.temporal.options.namespace,
        deploymentName: deploymentName(context.account),
        buildId,
        identity: context.temporal.options.identity,
        // A version may have fewer queues than the previous one.
        ignoreMissingTaskQueues: true,
        conflictToken,
      }),
    )
    return undefined
  } catch (error) {
    const code = readGrpcCode(error)
    if (code === NOT_FOUND || code === FAILED_PRECONDITION || code === ABORTED || code === PERMISSION_DENIED)
      return (error as Error).message
    throw error
  }
}
