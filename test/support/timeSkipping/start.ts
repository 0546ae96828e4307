import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Connection, type ConnectionOptions } from '@temporalio/client'
import { InternalConnectionOptionsSymbol } from '@temporalio/client/lib/connection.js'
import { msNumberToTs, requiredTsToMs } from '@temporalio/common/lib/time.js'
import type { TestWorkflowEnvironment } from '@temporalio/testing'
import { NativeConnection } from '@temporalio/worker'
import { findFreePort, waitForPort } from '../../../local/ports.ts'
import { HANG_GUARD_MS } from '../wait.ts'

/** A Temporal whose time only `sleep` moves. */
export interface TimeSkipping extends Pick<TestWorkflowEnvironment, 'connection' | 'nativeConnection' | 'teardown'> {
  /** Moves time forward by `ms`. Resolves when it has passed. */
  sleep(ms: number): Promise<void>
  currentTimeMs(): Promise<number>
}

async function startServer(starter: string): Promise<{ address: string; stop: () => Promise<void> }> {
  const port = await findFreePort()
  const child = spawn(starter, [String(port)], { stdio: 'ignore' })
  const exited = once(child, 'exit')
  const hasEnded = (): boolean => child.exitCode !== null || child.signalCode !== null
  const stop = async (): Promise<void> => {
    if (!hasEnded()) child.kill('SIGKILL')
    await exited
  }
  if (await waitForPort(port, HANG_GUARD_MS, hasEnded)) return { address: `127.0.0.1:${port}`, stop }
  await stop()
  throw new Error(
    `the Temporal that skips time did not start within ${HANG_GUARD_MS / 1000} s, or ended with ${child.exitCode}`,
  )
}

/** Starts a server and connects to it. @param starter a program that takes a port and runs the server */
export async function startTimeSkipping(starter: string): Promise<TimeSkipping> {
  const { address, stop } = await startServer(starter)
  const options = {
    address,
    [InternalConnectionOptionsSymbol]: { supportsTestService: true },
  } satisfies ConnectionOptions & Record<symbol, unknown>
  const connection = await Connection.connect(options)
  const { testService } = connection
  if (!testService) throw new Error('the connection was made without the service that moves time')
  const nativeConnection = await NativeConnection.connect({ address })
  return {
    connection,
    nativeConnection,
    sleep: async (ms) => void (await testService.unlockTimeSkippingWithSleep({ duration: msNumberToTs(ms) })),
    currentTimeMs: async () => requiredTsToMs((await testService.getCurrentTime({})).time, 'time'),
    teardown: async () => {
      await connection.close()
      await nativeConnection.close()
      await stop()
    },
  }
}
