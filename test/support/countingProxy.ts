import { once } from 'node:events'
import { connect, createServer, type AddressInfo } from 'node:net'

/** What one transaction of a connection sent. */
interface SeenTransaction {
  roundTrips: number
  /** Everything from `begin` to `commit`, as Latin-1. */
  text: string
}

/** A proxy before PostgreSQL that counts round trips: each time a client sends after the server has answered. */
export interface CountingProxy extends AsyncDisposable {
  url: string
  /** Over all connections. */
  roundTrips(): number
  /** Transactions that have written `begin … commit`. */
  transactions(): readonly SeenTransaction[]
  reset(): void
}

const BEGIN_WRITE = 'begin isolation level read committed'

export async function startCountingProxy(database: string): Promise<CountingProxy> {
  const target = new URL(database)
  let roundTrips = 0
  let transactions: SeenTransaction[] = []
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname)
    let isAnswered = true
    let open: SeenTransaction | undefined
    const end = (): void => {
      client.destroy()
      upstream.destroy()
    }
    for (const socket of [client, upstream]) socket.on('error', end).on('close', end)
    client.on('data', (bytes) => {
      const text = bytes.toString('latin1')
      if (text.includes(BEGIN_WRITE)) open = { roundTrips: 0, text: '' }
      if (isAnswered) {
        roundTrips += 1
        if (open) open.roundTrips += 1
      }
      isAnswered = false
      if (open) open.text += text
      if (open && /commit\0/.test(text)) {
        transactions.push(open)
        open = undefined
      }
      upstream.write(bytes)
    })
    upstream.on('data', (bytes) => {
      isAnswered = true
      client.write(bytes)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(database)
  url.port = String((server.address() as AddressInfo).port)
  return {
    url: url.href,
    roundTrips: () => roundTrips,
    transactions: () => transactions,
    reset() {
      roundTrips = 0
      transactions = []
    },
    async [Symbol.asyncDispose]() {
      server.close()
    },
  }
}
