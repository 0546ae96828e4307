import { describe, expect, it } from 'vitest'
import { createAccount } from '../../support/account.ts'
import { runSql } from '../../support/database.ts'
import { checkInvariants } from '../../support/invariants.ts'
import { startServer, createDataFolder } from '../../support/server.ts'
import { parseReplies } from '../../support/wire.ts'
import { get, open, post, waitForClose } from './rawRequests.ts'
import { until } from '../../support/wait.ts'

/** Repeats a request on one keep-alive connection until the server closes it. */
async function repeatRequests(
  url: string,
  key: string,
  writes: boolean,
  onAnswer: () => void,
): Promise<{ created: number; statuses: number[]; unanswered: number }> {
  const socket = await open(url)
  let received = Buffer.alloc(0)
  let unanswered = 0
  const statuses: number[] = []
  let createdCount = 0
  const sendRequest = (): void => {
    unanswered += 1
    socket.write(writes ? post(key) : get('/api/v1/gear?limit=5', key))
  }
  socket.on('error', () => undefined)
  socket.on('data', (bytes: Buffer) => {
    received = Buffer.concat([received, bytes])
    const [reply] = parseReplies(received)
    if (!reply || reply.text.length < Number(reply.headers['content-length'])) return
    received = Buffer.alloc(0)
    unanswered -= 1
    statuses.push(reply.status)
    onAnswer()
    if (reply.status === 201) createdCount += 1
    if (reply.headers['connection'] !== 'close') sendRequest()
  })
  sendRequest()
  await waitForClose(socket)
  return { created: createdCount, statuses, unanswered }
}

describe('SIGTERM under load', () => {
  it('answers every request, keeps every acknowledged write, and exits with 0', async () => {
    using folder = createDataFolder()
    const server = await startServer(folder.dataDir, { env: { KITROOM_RATE_LIMIT: 'off' } })
    const { api_key: key } = await createAccount(folder.dataDir, 'Load')
    let answerCount = 0
    const clients = Array.from({ length: 40 }, (_, index) =>
      repeatRequests(server.url, key, index % 4 === 0, () => (answerCount += 1)),
    )
    await until('the clients are busy', () => answerCount > 400)
    process.kill(server.pid, 'SIGTERM')
    process.kill(server.pid, 'SIGINT')
    process.kill(server.pid, 'SIGTERM')
    const clientResults = await Promise.all(clients)
    const code = await server.exited
    expect({ code, log: code === 0 ? [] : server.log.slice(-5) }).toEqual({ code: 0, log: [] })
    const statuses = clientResults.flatMap((client) => client.statuses)
    console.log(`drain under load: ${statuses.length} answers on 40 connections`)
    // The drain deadline, at which the server closes connections with open requests, left none.
    expect(clientResults.map((client) => client.unanswered)).toEqual(clientResults.map(() => 0))
    expect([...new Set(statuses)].filter((status) => ![200, 201, 503].includes(status))).toEqual([])
    const [storedCount] = await runSql<{ n: number | string }>(folder.databaseFile, 'select count(*) as n from gear')
    expect(Number(storedCount?.n)).toBe(clientResults.reduce((sum, client) => sum + client.created, 0))
    await checkInvariants(folder.databaseFile)
  })
})
