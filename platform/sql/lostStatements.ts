import type { PoolClient, QueryConfig } from 'pg'

type Send = (query: string | QueryConfig) => Promise<unknown>

/** Texts of a client's prepared statements by their names. The client's types lack this member. */
interface Prepared {
  connection: { parsedStatements: Record<string, string> }
}

/**
 * Prepares a statement under another name after it could not be prepared, for example in a failed transaction. The
 * driver would use the same name again. PgBouncer closes the connection of a client that does, since it stores a name
 * before the server has accepted the statement.
 */
export function renameLostStatements(client: PoolClient): void {
  const send = client.query.bind(client) as Send
  const { connection } = client as unknown as Prepared
  const losses = new Map<string, number>()
  const sendRenamed: Send = (query) => {
    if (typeof query === 'string' || query.name === undefined) return send(query)
    const lossCount = losses.get(query.name) ?? 0
    const name = lossCount === 0 ? query.name : `${query.name}_${lossCount}`
    const result = send({ ...query, name })
    result.catch(() => {
      if (!(name in connection.parsedStatements)) losses.set(query.name ?? '', lossCount + 1)
    })
    return result
  }
  client.query = sendRenamed as PoolClient['query']
}
