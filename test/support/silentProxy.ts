import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** A proxy before PostgreSQL that can go silent: it accepts and keeps connections, but forwards nothing. */
export interface SilentProxy extends AsyncDisposable {
  url: string
  /** While silent, it forwards nothing in either direction, on new connections too. */
  setSilent(isSilent: boolean): void
  /** How often clients have sent something that was not forwarded. */
  dropped(): number
}

export async function startSilentProxy(database: string): Promise<SilentProxy> {
  const target = new URL(database)
  let isSilent = false
  let dropped = 0
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
        // A silent peer does not report closed connections either.
        if (!isSilent) end()
      })
    }
    client.on('data', (bytes) => {
      if (isSilent) dropped += 1
      else upstream.write(bytes)
    })
    upstream.on('data', (bytes) => void (isSilent || client.write(bytes)))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const proxiedUrl = new URL(database)
  proxiedUrl.port = String((server.address() as AddressInfo).port)
  return {
    url: proxiedUrl.href,
    dropped: () => dropped,
    setSilent(newValue) {
      isSilent = newValue
      // Dropped bytes cannot be replayed, so the connections end.
      if (!newValue) for (const socket of sockets) socket.destroy()
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
