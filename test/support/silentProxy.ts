import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** Stands between a server and PostgreSQL and can fall silent: connections stay open and are taken, and nothing comes back. */
export interface SilentProxy extends AsyncDisposable {
  /** The URL of the database by way of the proxy. */
  url: string
  /** From now on nothing is passed on, in either direction, also on connections that are made meanwhile. */
  beSilent(isSilent: boolean): void
}

/** @param database the URL of the database behind it */
export async function startSilentProxy(database: string): Promise<SilentProxy> {
  const target = new URL(database)
  let isSilent = false
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname)
    const end = (): void => {
      client.destroy()
      upstream.destroy()
    }
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', end).on('close', () => {
        sockets.delete(socket)
        // A peer that is silent does not say either that it has gone.
        if (!isSilent) end()
      })
    }
    client.on('data', (bytes) => void (isSilent || upstream.write(bytes)))
    upstream.on('data', (bytes) => void (isSilent || client.write(bytes)))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const through = new URL(database)
  through.port = String((server.address() as AddressInfo).port)
  return {
    url: through.href,
    beSilent(silent) {
      isSilent = silent
      // Bytes that were swallowed cannot be made up for: those connections are over.
      if (!silent) for (const socket of sockets) socket.destroy()
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
