import { spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Connection } from '@temporalio/client'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { findFreePort, waitForPort } from '../../local/ports.ts'
import { isProcessRunning, recordProcess } from '../../local/processes.ts'
import { silentPrinter } from '../../local/progressPrinter.ts'
import { findTemporal } from '../../local/temporal/find.ts'
import { startTemporalServer, type TemporalServerOptions } from '../../local/temporal/server.ts'

let folder: string
let binary: string
let options: TemporalServerOptions

beforeAll(async () => {
  binary = await findTemporal(process.env, silentPrinter)
  folder = mkdtempSync(join(tmpdir(), 'kitroom-temporal-'))
})
beforeEach(async () => {
  const name = String(Math.random()).slice(2)
  options = {
    binary,
    port: await findFreePort(),
    namespace: 'kitroom',
    databaseFile: join(folder, `${name}.db`),
    env: process.env,
  }
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function retentionDays(address: string): Promise<number> {
  const connection = await Connection.connect({ address })
  const { config } = await connection.workflowService.describeNamespace({ namespace: 'kitroom' })
  await connection.close()
  return Number(config?.workflowExecutionRetentionTtl?.seconds) / 86_400
}

it('the Temporal server keeps workflows for 30 days, locks its file, stops, and starts again on the same file', async () => {
  const firstServer = await startTemporalServer(options)
  expect(await retentionDays(firstServer.address)).toBe(30)
  const secondStart = startTemporalServer({ ...options, port: await findFreePort() })
  await expect(secondStart).rejects.toMatchObject({
    code: 'locked',
    message: expect.stringContaining('Another Kitroom runs on this data folder') as string,
  })
  await firstServer.stop()
  expect(await firstServer.exited).toEqual({ code: 0, signal: null })
  expect(existsSync(`${options.databaseFile}.lock`)).toBe(false)
  const secondServer = await startTemporalServer(options)
  expect(await retentionDays(secondServer.address)).toBe(30)
  await secondServer.stop()
})

it.skipIf(process.platform === 'win32')(
  "the Temporal server's database is private, also one that an earlier start left open to others",
  async () => {
    const files = ['', '-wal', '-shm'].map((end) => options.databaseFile + end)
    const modes = (): string[] => files.map((file) => (statSync(file).mode & 0o777).toString(8))
    const firstServer = await startTemporalServer(options)
    expect(modes()).toEqual(['600', '600', '600'])
    await firstServer.stop()
    const { databaseFile } = options
    chmodSync(databaseFile, 0o644)
    const secondServer = await startTemporalServer(options)
    expect(modes()).toEqual(['600', '600', '600'])
    await secondServer.stop()
    expect((statSync(databaseFile).mode & 0o777).toString(8)).toBe('600')
  },
)

it('the Temporal server reports a port that is in use', async () => {
  const otherServer = createServer().listen(options.port, '127.0.0.1')
  await expect(startTemporalServer(options)).rejects.toMatchObject({ code: 'port_taken' })
  otherServer.close()
  expect(existsSync(`${options.databaseFile}.lock`)).toBe(false)
})

it.skipIf(process.platform === 'win32')(
  'a Temporal server that dies at once is reported with its last output',
  async () => {
    const fake = join(folder, 'dying')
    writeFileSync(fake, '#!/bin/sh\necho "the disk is full" >&2\nexit 3\n')
    chmodSync(fake, 0o755)
    const failedStart = startTemporalServer({ ...options, binary: fake })
    await expect(failedStart).rejects.toThrow(
      /did not start: it ended with code 3\. Its last output:\nthe disk is full/,
    )
  },
)

it('a wait for a port ends with the process that would open it', async () => {
  expect(await waitForPort(options.port, Infinity, () => true)).toBe(false)
})

it('a start ends the Temporal server that a killed run left behind', async () => {
  const script = `
    import { startTemporalServer } from ${JSON.stringify(new URL('../../local/temporal/server.ts', import.meta.url).href)}
    const server = await startTemporalServer({ ...${JSON.stringify({ ...options, env: {} })}, env: { PATH: '', HOME: ${JSON.stringify(folder)} } })
    console.log(server.pid)
  `
  const owner = spawn(process.execPath, ['--input-type=module-typescript', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const pid = await new Promise<number>((resolve) =>
    owner.stdout.once('data', (data: Buffer) => resolve(Number(String(data)))),
  )
  const remainingProcess = recordProcess(pid)
  expect(isProcessRunning(remainingProcess)).toBe(true)
  owner.kill('SIGKILL')
  await new Promise((resolve) => owner.once('exit', resolve))
  expect(isProcessRunning(remainingProcess)).toBe(true)
  expect(JSON.parse(readFileSync(`${options.databaseFile}.lock`, 'utf8'))).toMatchObject({ child: { pid } })
  const nextServer = await startTemporalServer(options)
  expect(isProcessRunning(remainingProcess)).toBe(false)
  expect(await retentionDays(nextServer.address)).toBe(30)
  await nextServer.stop()
})
