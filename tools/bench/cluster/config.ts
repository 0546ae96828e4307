import { stringify } from 'yaml'

export const SERVICES = ['frontend', 'history', 'matching', 'worker'] as const
export type Service = (typeof SERVICES)[number]

/** Ports of a service. `membership` is for the cluster's gossip. */
export type Ports = Record<Service, { grpc: number; membership: number; http: number }>

/** Shards of workflow executions. Fixed for the life of a cluster; Temporal's own advice for a small one is 512. */
const HISTORY_SHARDS = 512

export const DATABASES = { temporal: 'temporal', visibility: 'temporal_visibility' } as const

/** The configuration that all four services read, as config/development-postgres12.yaml of Temporal has it. */
export function buildConfig(ports: Ports, postgresPort: number): string {
  const sql = (databaseName: string, maxConns: number) => ({
    sql: {
      pluginName: 'postgres12',
      databaseName,
      connectAddr: `127.0.0.1:${postgresPort}`,
      connectProtocol: 'tcp',
      user: 'kitroom',
      password: 'none',
      maxConns,
      maxIdleConns: maxConns,
      maxConnLifetime: '1h',
    },
  })
  const rpc = ({ grpc, membership, http }: Ports[Service], isFrontend: boolean) => ({
    rpc: { grpcPort: grpc, membershipPort: membership, bindOnIP: '127.0.0.1', ...(isFrontend && { httpPort: http }) },
  })
  return stringify({
    log: { stdout: true, level: 'warn' },
    persistence: {
      defaultStore: 'default',
      visibilityStore: 'visibility',
      numHistoryShards: HISTORY_SHARDS,
      datastores: { default: sql(DATABASES.temporal, 20), visibility: sql(DATABASES.visibility, 10) },
    },
    global: { membership: { maxJoinDuration: '30s', broadcastAddress: '127.0.0.1' } },
    services: Object.fromEntries(SERVICES.map((service) => [service, rpc(ports[service], service === 'frontend')])),
    clusterMetadata: {
      enableGlobalNamespace: false,
      failoverVersionIncrement: 10,
      masterClusterName: 'active',
      currentClusterName: 'active',
      clusterInformation: {
        active: {
          enabled: true,
          initialFailoverVersion: 1,
          rpcName: 'frontend',
          rpcAddress: `127.0.0.1:${ports.frontend.grpc}`,
        },
      },
    },
    dcRedirectionPolicy: { policy: 'noop' },
  })
}
