import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/**
 * An address that leads to one PostgreSQL and later to another, as a name or a virtual address does after a failover.
 */
export interface MovableAddress extends AsyncDisposable {
  url: string
  /** New connections lead there. Open ones stay where they are. */
  moveTo(url: string): void
  /** How many open connections lead there. */
  countConnections(url: string): number
}

export async function startMovableAddress(firstUrl: string): Promise<MovableAddress> {
  let target = new URL(firstUrl)
  const targets = new Map<Socket, string>()
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname)
    targets.set(client, target.href)
    const end = (): void => {
      targets.delete(client)
      client.destroy()
      upstream.destroy()
    }
    for (const socket of [client, upstream]) socket.on('error', end).on('close', end)
    client.pipe(upstream).pipe(client)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(firstUrl)
  url.port = String((server.address() as AddressInfo).port)
  return {
    url: url.href,
    moveTo: (newUrl) => void (target = new URL(newUrl)),
    countConnections: (wantedUrl) => [...targets.values()].filter((one) => one === new URL(wantedUrl).href).length,
    async [Symbol.asyncDispose]() {
      for (const client of targets.keys()) client.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
