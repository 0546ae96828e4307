import type { PoolClient } from 'pg'

/** Returns a connection to the pool after a failure, or closes it if it is unusable. */
export async function releaseConnection(client: PoolClient, broken: boolean, end: string | undefined): Promise<void> {
  const ended =
    broken || end === undefined
      ? !broken
      : await client.query(end).then(
          () => true,
          () => false,
        )
  client.release(!ended)
}
