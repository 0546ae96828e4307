import { readFileSync } from 'node:fs'
import { connect, type AddressInfo } from 'node:net'
import { createServer, type TLSSocket } from 'node:tls'
import { afterEach, expect, it } from 'vitest'
import { createAuthority, type KeyPair } from '../support/certificates.ts'
import { testTemporal } from '../support/temporal.ts'
import { cameras, csv } from './support/sheets.ts'
import { openStudio } from './support/studio.ts'

// Temporal behind TLS that requires a client certificate, as Temporal Cloud and clusters do.

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const closeOne of closers.splice(0).toReversed()) await closeOne()
})

/** Ends TLS before the tests' Temporal. @returns the address */
async function openTlsFront(ca: string, pair: KeyPair): Promise<string> {
  const { port } = new URL(`tcp://${testTemporal().address}`)
  const files = { ca: readFileSync(ca), cert: readFileSync(pair.cert), key: readFileSync(pair.key) }
  const sockets = new Set<TLSSocket>()
  const server = createServer(
    { ...files, requestCert: true, rejectUnauthorized: true, ALPNProtocols: ['h2'] },
    (socket) => {
      const upstream = connect(Number(port), '127.0.0.1')
      sockets.add(socket)
      socket.on('error', () => upstream.destroy()).on('close', () => upstream.destroy())
      upstream.on('error', () => socket.destroy()).on('close', () => socket.destroy())
      socket.pipe(upstream).pipe(socket)
    },
  )
  server.on('tlsClientError', () => undefined)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closers.push(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}

it('the worker uses a client certificate and a certificate authority of its own', async () => {
  const authority = createAuthority()
  closers.push(() => authority[Symbol.dispose]())
  const address = await openTlsFront(authority.certificate, authority.issue('server', ['DNS:temporal.example']))
  const client = authority.issue('client', ['DNS:worker'])
  const workerEnv = {
    TEMPORAL_TLS: 'true',
    TEMPORAL_TLS_SERVER_CA_CERT_PATH: authority.certificate,
    TEMPORAL_TLS_SERVER_NAME: 'temporal.example',
    TEMPORAL_TLS_CLIENT_CERT_PATH: client.cert,
    TEMPORAL_TLS_CLIENT_KEY_PATH: client.key,
  }
  const studio = await openStudio({ address, namespace: testTemporal().namespace }, { workerEnv })
  closers.push(() => studio[Symbol.asyncDispose]())
  studio.writeSheet('sheet.csv', csv(cameras(2)))
  expect(await studio.sync.syncAll()).toMatchObject({ status: 'completed' })
})
