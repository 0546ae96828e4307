import type { PoolClient } from 'pg'

/** Returns a connection to the pool after a failure, or closes it if it is unusable. */
export async function releaseConnection(client: PoolClient, broken: boolean, endCommand: string | undefined): Promise<void> {
  const isReusable =
    broken || endCommand === undefined
      ? !broken
      : await client.query(endCommand).then(
          () => true,
          () => false,
        )
  client.release(!isReusable)
}
