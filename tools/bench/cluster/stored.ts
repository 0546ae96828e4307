import { Client, Connection } from '@temporalio/client'

interface Stored {
  runs: number
  events: number
  bytes: number
}

/** Prints what the workflows of a namespace have stored, by type: runs, events of their histories, and bytes. */
export async function printStored(address: string, namespace: string): Promise<void> {
  const connection = await Connection.connect({ address })
  const client = new Client({ connection, namespace })
  const byType = new Map<string, Stored>()
  for await (const { type, historyLength, historySize } of client.workflow.list()) {
    const stored = byType.get(type) ?? { runs: 0, events: 0, bytes: 0 }
    byType.set(type, {
      runs: stored.runs + 1,
      events: stored.events + historyLength,
      bytes: stored.bytes + (historySize ?? 0),
    })
  }
  await connection.close()
  for (const [type, { runs, events, bytes }] of [...byType].toSorted(([a], [b]) => (a < b ? -1 : 1)))
    console.log(
      `${type}: ${runs} runs, ${Math.round(events / runs)} events and ${Math.round(bytes / runs / 1024)} KiB each`,
    )
}
