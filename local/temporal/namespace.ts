import { setTimeout as wait } from 'node:timers/promises'
import { Connection } from '@temporalio/client'
import { msToTs } from '@temporalio/common/lib/time.js'

const READY_TIMEOUT_MS = 60_000
const RETENTION = '30 days'

async function waitForNamespace(connection: Connection, namespace: string): Promise<void> {
  const deadlineMs = performance.now() + READY_TIMEOUT_MS
  for (;;) {
    try {
      await connection.workflowService.describeNamespace({ namespace })
      return
    } catch (error) {
      if (performance.now() > deadlineMs) throw error
      await wait(50)
    }
  }
}

/** Waits for the namespace and sets its retention to 30 days; a development server's default is one day. */
export async function prepareNamespace(address: string, namespace: string): Promise<void> {
  const connection = await Connection.connect({ address })
  try {
    await waitForNamespace(connection, namespace)
    await connection.workflowService.updateNamespace({
      namespace,
      config: { workflowExecutionRetentionTtl: msToTs(RETENTION) },
    })
  } finally {
    await connection.close()
  }
}
