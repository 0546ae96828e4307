import { connect } from 'node:net'
import { NativeConnection } from '@temporalio/worker'
import type { WorkerConfig } from '../context/config.ts'
import { NotReady, waitUntilReady } from '../context/waitUntilReady.ts'
import { refusesWorker } from '../context/faults.ts'
import { scaleTimeLimit } from '../../platform/timeLimit.ts'

const PROBE_TIMEOUT_MS = 2000

// Probes the address by TCP, which fails immediately. gRPC backs off for seconds after a refused connection.
const probeTcp = (address: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(`tcp://${address}`)
    const socket = connect({
      host: hostname.replaceAll(/[[\]]/g, ''),
      port: Number(port || 7233),
      timeout: scaleTimeLimit(PROBE_TIMEOUT_MS),
    })
    const fail = (): void => {
      socket.destroy()
      reject(new NotReady('cannot be reached.'))
    }
    socket.once('connect', () => {
      socket.destroy()
      resolve()
    })
    socket.once('error', fail)
    socket.once('timeout', fail)
  })

const REFUSED_MESSAGE =
  'refuses this worker: its key (TEMPORAL_API_KEY) or certificate is wrong or has expired, or may not use the namespace. The worker needs one that is valid.'

async function tryConnect({
  address,
  namespace,
  connectionOptions,
}: WorkerConfig['temporal']): Promise<NativeConnection> {
  await probeTcp(address)
  let connection: NativeConnection
  try {
    connection = await NativeConnection.connect({ ...connectionOptions, address })
  } catch (error) {
    throw new NotReady(refusesWorker(error) ? REFUSED_MESSAGE : `does not answer: ${(error as Error).message}.`, {
      cause: error,
    })
  }
  try {
    await connection.workflowService.describeNamespace({ namespace })
    return connection
  } catch (error) {
    await connection.close()
    throw new NotReady(
      refusesWorker(error) ? REFUSED_MESSAGE : `has no namespace "${namespace}" that can be used yet.`,
      { cause: error },
    )
  }
}

/** Connects to Temporal, and waits until it is available. */
export const connectTemporal = (
  temporal: WorkerConfig['temporal'],
  options: Parameters<typeof waitUntilReady>[2],
): Promise<NativeConnection> => waitUntilReady(`Temporal at ${temporal.address}`, () => tryConnect(temporal), options)
