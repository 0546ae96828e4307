import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { BlockList } from 'node:net'
import { machine, tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { packageSources } from '../../tools/build/writePackage.ts'
import { WEBHOOK_PATH } from '../../contract/control/workerFile.ts'
import { checkWebhookUrl } from '../../platform/outbound/checkUrl.ts'
import { readConfig as readServerConfig, ServerEnvironment } from '../../server/context/config.ts'
import { loadWorkerConfig, WorkerEnvironment } from '../../worker/context/config.ts'
import { balancerAddress, compose, hardenedSettings, keys, readFile, root, service, services } from './composeFile.ts'

const PackageJson = z.object({ version: z.string(), optionalDependencies: z.record(z.string(), z.string()) })
const dockerfile = readFile('Dockerfile')
const manifest = PackageJson.parse(JSON.parse(readFile('package.json')))
const tagOf = (image: string): string => image.split(':')[1] ?? ''
const kitroomNames = (environment: Record<string, string>): string[] =>
  Object.keys(environment).filter((name) => name.startsWith('KITROOM_'))

describe('images', () => {
  it.each(services)('%s has a pinned image that is not deprecated', (_name, { image }) => {
    expect(tagOf(image)).toMatch(/^\d+\.\d+/)
    expect(image).not.toContain('auto-setup')
  })

  it("have the project's version, and Temporal's tools the version of its server", () => {
    expect(service('server').image).toBe(`kitroom:${manifest.version}`)
    expect(service('worker').image).toBe(service('server').image)
    for (const name of ['temporal-schema', 'temporal-namespace'])
      expect(tagOf(service(name).image)).toBe(tagOf(service('temporal').image))
  })

  it('are built on the official image of the Node version in package.json', () => {
    const versions = [...new Set(Object.values(manifest.optionalDependencies))]
    const image = `node:${versions.join()}-slim`
    expect(dockerfile.match(/^FROM .*$/gm)).toEqual([`FROM ${image} AS build`, `FROM ${image}`])
  })

  it('have the npm package, of which test/local/package.studio.test.ts runs the programs', () => {
    expect(dockerfile).toMatch(/^RUN npm run build && mv dist\/package \/app$/m)
    expect(dockerfile).toMatch(/^COPY --from=build \/app \/app$/m)
  })

  it('are built from everything that the package needs, and from no secret', () => {
    const ignored = readFile('.dockerignore').trim().split('\n')
    expect(packageSources.filter((path) => ignored.includes(path))).toEqual([])
    expect(ignored).toEqual(
      expect.arrayContaining([
        '.env',
        'secrets',
        'config/*',
        '!config/*.ts',
        '.kitroom',
        'kitroom.yaml',
        'node_modules',
      ]),
    )
  })

  it('lack the Node and the programs of other systems, types and source maps', () => {
    const folder = mkdtempSync(join(tmpdir(), 'kitroom-prune-'))
    const releases = join(folder, '@temporalio/core-bridge/releases')
    const own = `${machine()}-unknown-linux-gnu`
    const names = [
      ...Object.keys(manifest.optionalDependencies),
      `@temporalio/core-bridge/releases/x86_64-pc-windows-msvc`,
      'zod/index.d.ts',
      'zod/index.js.map',
    ]
    for (const name of [...names, `@temporalio/core-bridge/releases/${own}`, 'zod/index.js']) {
      mkdirSync(join(folder, name, '..'), { recursive: true })
      if (/\.\w+$/.test(name)) writeFileSync(join(folder, name), '')
      else mkdirSync(join(folder, name))
    }
    expect(spawnSync('sh', ['docker/prune.sh', folder], { cwd: root }).status).toBe(0)
    expect(readdirSync(folder).toSorted()).toEqual(['@temporalio', 'zod'])
    expect(readdirSync(releases)).toEqual([own])
    expect(readdirSync(join(folder, 'zod'))).toEqual(['index.js'])
    rmSync(releases, { recursive: true })
    expect(
      spawnSync('sh', ['docker/prune.sh', folder], { cwd: root }).status,
      'an image without a program of its own',
    ).not.toBe(0)
    rmSync(folder, { recursive: true })
  })
})

const PASSWORD = /^\$\{KITROOM_TEMPORAL_PASSWORD:\?[^}]+\}$/

describe('permissions', () => {
  it.each(services)(
    '%s has no capabilities, gains no privileges and writes only to its volumes and /tmp',
    (_name, service) => {
      // Caddy's binary does not start without the capability that its file has.
      const cap_add = service.image.startsWith('caddy:') ? ['NET_BIND_SERVICE'] : []
      expect(service).toMatchObject({ ...hardenedSettings, cap_add })
      expect(service.tmpfs).toContain('/tmp')
    },
  )

  it('no service has a password by default', () => {
    const all = services.flatMap(([, { environment }]) => Object.entries(environment))
    const secrets = all.filter(([name]) => /PASSWORD|PWD|SECRET|API_KEY/.test(name))
    expect(secrets.filter(([, value]) => !/^\$\{[A-Z_]+:[?-]/.test(value))).toEqual([])
    const databases = secrets.filter(([name]) => /^(?:POSTGRES|SQL)_/.test(name))
    expect(databases.length).toBe(3)
    for (const [, value] of databases) expect(value).toMatch(PASSWORD)
  })

  it('databases start as their own user and never as root', () => {
    for (const [, { image, user, tmpfs }] of services.filter(([, one]) => one.image.startsWith('postgres:')))
      expect({ image, user, tmpfs }).toEqual({ image, user: 'postgres', tmpfs: ['/tmp', '/var/run/postgresql'] })
  })

  it('docs/docker.md creates each password that the files require', () => {
    const names = [...readFile('docker-compose.yml').matchAll(/\$\{([A-Z_]+):\?/g)].map(([, name = '']) => name)
    expect([...new Set(names)]).toEqual(['KITROOM_TEMPORAL_PASSWORD'])
    for (const name of names) expect(readFile('docs/docker.md')).toContain(name)
  })
})

describe('ports', () => {
  it.each(services)('%s publishes on the loopback address only', (_name, { ports }) => {
    for (const port of ports) expect(port).toMatch(/^127\.0\.0\.1:(\d+):\1$/)
  })

  it('have the default numbers of the settings', () => {
    const { port } = readServerConfig({})
    expect(service('server').environment['KITROOM_PORT']).toBe(String(port))
    const worker = loadWorkerConfig({ KITROOM_API_KEY: 'sk_studio_x' })
    expect(service('worker').environment['KITROOM_WORKER_PORT']).toBe(String(worker.port))
    expect(service('worker').environment['KITROOM_INGRESS_PORT']).toBe(String(worker.ingress.port))
    expect(service('balancer').ports).toEqual([port, worker.ingress.port, 4102].map((one) => `127.0.0.1:${one}:${one}`))
    expect(service('temporal').ports).toEqual([`127.0.0.1:${worker.temporal.address.split(':')[1]}:7233`])
  })
})

describe('environment', () => {
  it('of the server has only known settings, and is accepted', () => {
    const { environment } = service('server')
    expect(Object.keys(environment).filter((name) => !(name in ServerEnvironment.shape))).toEqual([])
    expect(readServerConfig(environment)).toMatchObject({
      host: '0.0.0.0',
      port: 4000,
      databaseUrl: 'sqlite:/data/kitroom.db',
    })
    expect(service('server').volumes).toEqual(['server-data:/data'])
  })

  it('of the worker has only known settings, and is accepted', () => {
    const { environment } = service('worker')
    expect(kitroomNames(environment).filter((name) => !(name in WorkerEnvironment.shape))).toEqual([])
    expect(Object.keys(environment).filter((name) => !name.startsWith('KITROOM_'))).toEqual([
      'SQLITE_TMPDIR',
      'TEMPORAL_ADDRESS',
      'TEMPORAL_NAMESPACE',
    ])
    const config = loadWorkerConfig({ ...environment, ...keys })
    expect(config).toMatchObject({
      apiUrl: 'http://balancer:4000',
      remoteControl: {
        host: '0.0.0.0',
        port: 4102,
        names: ['localhost', '127.0.0.1'],
        trustedProxies: [`${balancerAddress}/32`],
      },
      configFile: '/config/kitroom.yaml',
      dataDir: '/data',
      databaseUrl: 'sqlite:/data/worker.db',
    })
    expect(config.temporal).toMatchObject({
      address: 'temporal:7233',
      namespace: service('temporal-namespace').environment['NAMESPACE'],
    })
  })

  it('has no secret in the file itself', () => {
    for (const name of ['KITROOM_API_KEY', 'KITROOM_WEBHOOK_SECRET', 'KITROOM_SMTP_PASSWORD'])
      expect(service('worker').environment[name]).toBe(`\${${name}:-}`)
  })
})

describe('the balancer', () => {
  const caddyfile = readFile('docker/Caddyfile')

  it('receives the events of servers for the workers, which go to no other port or address', () => {
    const { webhookAllow } = readServerConfig(service('server').environment)
    const url = (host: string, port: number): string => `http://${host}:${port}${WEBHOOK_PATH}`
    expect(checkWebhookUrl(url(balancerAddress, 4101), webhookAllow)).toMatchObject({ ok: true })
    for (const [host, port] of [
      [balancerAddress, 4100],
      [balancerAddress, 4102],
      [balancerAddress, 4000],
      ['10.213.41.129', 4101],
      ['172.18.0.2', 4101],
    ] as const)
      expect(checkWebhookUrl(url(host, port), webhookAllow)).toMatchObject({ ok: false })
    expect(readFile('docs/docker.md')).toContain(`--ingress-url http://${balancerAddress}:4101`)
  })

  it('has a fixed address outside of the range of the containers behind it, and is the only trusted proxy', () => {
    const { internal, ipam } = compose.networks.inside
    const contains = (network: string): boolean => {
      const [address = '', bits = ''] = network.split('/')
      const addresses = new BlockList()
      addresses.addSubnet(address, Number(bits))
      return addresses.check(balancerAddress)
    }
    expect({
      internal,
      subnetContains: contains(ipam.config[0].subnet),
      ip_rangeContains: contains(ipam.config[0].ip_range),
    }).toEqual({
      internal: true,
      subnetContains: true,
      ip_rangeContains: false,
    })
    for (const name of ['server', 'worker'])
      expect(service(name).environment['KITROOM_TRUSTED_PROXIES']).toBe(`${balancerAddress}/32`)
  })

  it('finds the containers of each service by an alias, which are free to be several', () => {
    for (const [name, alias, ports] of [
      ['server', 'servers', [4000]],
      ['worker', 'workers', [4101, 4102]],
    ] as const) {
      expect(service(name).networks).toEqual({ default: null, inside: { aliases: [alias] } })
      expect(service(name).ports).toEqual([])
      for (const port of ports)
        expect(caddyfile).toMatch(
          new RegExp(`^:${port} \\{\\n\\treverse_proxy \\{\\n\\t\\tdynamic a ${alias} ${port} `, 'm'),
        )
    }
  })

  it('writes no log, because the addresses of calendars are secret', () => {
    expect(caddyfile).not.toMatch(/^\s*log\b/m)
  })
})

describe('services', () => {
  it.each(services)('%s has a health check, or runs once', (name, { restart, healthcheck }) => {
    const isWaitedFor = services.some(
      ([, otherService]) => otherService.depends_on[name]?.condition === 'service_completed_successfully',
    )
    const isRunOnce = restart.startsWith('on-failure')
    expect({ runsOnce: isRunOnce, checked: healthcheck !== undefined }).toEqual({
      runsOnce: isWaitedFor,
      checked: !isWaitedFor,
    })
  })

  it.each(services)(
    '%s depends on services that exist and mounts volumes that exist',
    (_name, { depends_on, volumes }) => {
      for (const otherName of Object.keys(depends_on)) expect(compose.services).toHaveProperty(otherName)
      for (const volume of volumes.filter((text) => !text.startsWith('.')))
        expect(compose.volumes).toHaveProperty(volume.split(':')[0] ?? '')
    },
  )

  it('run scripts that exist and that sh can parse', () => {
    for (const name of ['temporal-schema', 'temporal-namespace']) {
      const script = service(name).entrypoint?.[1]?.replace('/scripts/', 'docker/temporal/') ?? ''
      expect(spawnSync('sh', ['-n', script], { cwd: root }).status).toBe(0)
    }
    expect(readdirSync(`${root}docker/temporal`)).toContain(
      service('temporal').environment['DYNAMIC_CONFIG_FILE_PATH']?.split('/').at(-1),
    )
    for (const { command } of [service('server'), service('worker')])
      expect(readFile((command?.at(-1) ?? '').replace(/\.js$/, '.ts'))).not.toBe('')
  })
})

const composeVersion = spawnSync('docker', ['compose', 'version'], { encoding: 'utf8' })
const hasCompose = composeVersion.status === 0

it.skipIf(!hasCompose)(
  `docker compose accepts the files${hasCompose ? '' : ' (skipped: the docker command here has no compose)'}`,
  () => {
    const files = ['-f', 'docker-compose.yml', '-f', 'docker-compose.postgres.yml']
    for (const fileList of [files.slice(0, 2), files]) {
      const env = { ...process.env, KITROOM_TEMPORAL_PASSWORD: 'x' }
      const run = spawnSync('docker', ['compose', ...fileList, 'config', '--quiet'], {
        cwd: root,
        encoding: 'utf8',
        env,
      })
      expect(run).toMatchObject({ stderr: '', status: 0 })
    }
  },
)
