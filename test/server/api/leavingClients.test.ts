import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, it } from 'vitest'
import { camera } from '../../support/api.ts'
import { startLimitedServer } from '../../support/limitedServer.ts'
import { pause, until } from '../../support/wait.ts'

const CLIENTS = 100

it('requests of clients that have left end, also while their key is looked up', async () => {
  await using server = await startLimitedServer({})
  const { hostname, port } = new URL(server.url)
  const body = JSON.stringify(camera())
  const head = [
    'POST /api/v1/gear HTTP/1.1',
    'Host: x',
    `Authorization: Bearer ${server.api.key}`,
    'Content-Type: application/json',
  ]
  const request = `${[...head, `Content-Length: ${body.length}`].join('\r\n')}\r\n\r\n${body}`
  for (let count = 0; count < CLIENTS; count++) {
    const socket = connect({ port: Number(port), host: hostname })
    socket.on('error', () => undefined)
    await once(socket, 'connect')
    socket.write(request)
    // Some leave before the server reads the request, some while it waits for the database, some after the answer.
    await pause((count % 5) / 2, 'clients leave at different moments')
    socket.destroy()
  }
  await until('no request is in progress', () => server.app.metrics.inFlight() === 0)
  // Those that had arrived whole were served.
  expect((await server.api.get('/gear?limit=200')).items().length).toBeGreaterThan(0)
})
