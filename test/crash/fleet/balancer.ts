import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { pause, startTimer } from '../../support/wait.ts'

// Connections, not requests, go to the processes in turn, as behind a balancer of layer 4.

const PATIENCE_MS = 3000
const RETRY_MS = 50

export interface Balancer extends AsyncDisposable {
  port: number
  /** http://127.0.0.1:<port> */
  url: string
}

const connectTo = (url: string): Promise<Socket | undefined> =>
  new Promise((resolve) => {
    const { hostname, port } = new URL(url)
    const socket = connect(Number(port), hostname)
    socket.once('connect', () => resolve(socket)).once('error', () => resolve(undefined))
  })

/** @param targets the URLs of the processes that run now */
export async function openBalancer(targets: () => readonly string[]): Promise<Balancer> {
  let turn = 0
  const sockets = new Set<Socket>()
  const findTarget = async (client: Socket): Promise<Socket | undefined> => {
    for (
      const isOver = startTimer(PATIENCE_MS);
      !isOver() && !client.destroyed;
      await pause(RETRY_MS, 'a balancer tries again')
    ) {
      const urls = targets()
      turn += 1
      for (let tries = 0; tries < urls.length; tries++) {
        const target = await connectTo(urls[(turn + tries) % urls.length] ?? '')
        if (target) return target
      }
    }
    return undefined
  }
  const serve = async (client: Socket): Promise<void> => {
    client.on('error', () => client.destroy())
    const target = await findTarget(client)
    if (!target || client.destroyed) {
      target?.destroy()
      client.destroy()
      return
    }
    for (const [from, to] of [
      [client, target],
      [target, client],
    ] as const) {
      sockets.add(from)
      from.on('error', () => to.destroy()).on('close', () => (sockets.delete(from), to.destroy()))
      from.pipe(to)
    }
  }
  const server = createServer({ pauseOnConnect: false }, (client) => void serve(client))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
