import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { BlockList } from 'node:net'
import { dirname, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { WEBHOOK_PATH } from '../../contract/workerFile.ts'
import { checkWebhookUrl } from '../../platform/outbound/checkUrl.ts'
import { readConfig as readServerConfig, ServerEnvironment } from '../../server/config.ts'
import { loadWorkerConfig, WorkerEnvironment } from '../../worker/config.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const readFile = (file: string): string => readFileSync(root + file, 'utf8')

const Service = z.object({
  image: z.string(),
  command: z.array(z.string()).optional(),
  entrypoint: z.array(z.string()).optional(),
  environment: z.record(z.string(), z.string()),
  ports: z.array(z.string()).default([]),
  volumes: z.array(z.string()).default([]),
  healthcheck: z.object({ test: z.array(z.string()) }).optional(),
  restart: z.string(),
  user: z.string().optional(),
  cap_drop: z.array(z.string()).default([]),
  cap_add: z.array(z.string()).default([]),
  privileged: z.boolean().default(false),
  security_opt: z.array(z.string()).default([]),
  read_only: z.boolean().default(false),
  tmpfs: z.array(z.string()).default([]),
  depends_on: z.record(z.string(), z.object({ condition: z.string() })).default({}),
  networks: z.record(z.string(), z.object({ ipv4_address: z.string() }).nullable()).default({}),
})
const Network = z.object({ internal: z.boolean(), ipam: z.object({ config: z.tuple([z.object({ subnet: z.string() })]) }) })
const Compose = z.object({
  services: z.record(z.string(), Service),
  volumes: z.record(z.string(), z.unknown()),
  networks: z.object({ events: Network }),
})
const PackageJson = z.object({ version: z.string(), optionalDependencies: z.record(z.string(), z.string()) })

const compose = Compose.parse(parse(readFile('docker-compose.yml'), { merge: true }))
const dockerfile = readFile('Dockerfile')
const manifest = PackageJson.parse(JSON.parse(readFile('package.json')))
const services = Object.entries(compose.services)

const service = (name: string): z.output<typeof Service> => {
  const found = compose.services[name]
  if (!found) throw new Error(`docker-compose.yml has no service ${name}`)
  return found
}
/** Values that a user would set in `.env`. */
const keys = { KITROOM_API_KEY: 'sk_studio_x', KITROOM_WEBHOOK_SECRET: '', KITROOM_SMTP_PASSWORD: '', KITROOM_PUBLIC_URL: '' }
const tagOf = (image: string): string => image.split(':')[1] ?? ''
const kitroomNames = (environment: Record<string, string>): string[] => Object.keys(environment).filter((name) => name.startsWith('KITROOM_'))

/** Adds a folder and all that its modules import, load by path or run. */
function addImportedFolders(folders: Set<string>, folder: string): Set<string> {
  if (folders.has(folder)) return folders
  folders.add(folder)
  const modules = readdirSync(root + folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'))
  for (const name of modules) {
    const file = `${folder}/${name}`
    for (const [, path = ''] of readFile(file).matchAll(/(?:from |import\(|new URL\()'(\.[^']+)'/g)) {
      const [imported = ''] = relative(root, resolve(dirname(root + file), path)).split('/')
      if (imported !== '' && !imported.includes('.')) addImportedFolders(folders, imported)
    }
  }
  return folders
}

describe('images', () => {
  it.each(services)('%s has a pinned image that is not deprecated', (_name, { image }) => {
    expect(tagOf(image)).toMatch(/^\d+\.\d+/)
    expect(image).not.toContain('auto-setup')
  })

  it("have the project's version, and Temporal's tools the version of its server", () => {
    expect(service('server').image).toBe(`kitroom:${manifest.version}`)
    expect(service('worker').image).toBe(service('server').image)
    for (const name of ['temporal-schema', 'temporal-namespace']) expect(tagOf(service(name).image)).toBe(tagOf(service('temporal').image))
  })

  it('are built on the official image of the Node version in package.json', () => {
    const versions = [...new Set(Object.values(manifest.optionalDependencies))]
    expect(dockerfile.match(/^FROM .*$/gm)).toEqual([`FROM node:${versions.join()}-slim`])
    for (const name of Object.keys(manifest.optionalDependencies)) expect(dockerfile).toContain(`node_modules/${name}`)
  })

  it('contain the folders that run in them, and nothing else', () => {
    const copied = [...dockerfile.matchAll(/^COPY (\w+) \1$/gm)].map(([, folder = '']) => folder)
    expect(copied.toSorted()).toEqual(['cli', 'server', 'worker'].reduce(addImportedFolders, new Set<string>()).values().toArray().toSorted())
    const included = readFile('.dockerignore')
      .split('\n')
      .filter((line) => line.startsWith('!'))
      .map((line) => line.slice(1))
    expect(included.filter((name) => !name.includes('.')).toSorted()).toEqual(copied.toSorted())
  })
})

const hardenedSettings = { cap_drop: ['ALL'], cap_add: [], privileged: false, security_opt: ['no-new-privileges:true'], read_only: true }
const PASSWORD = /^\$\{(KITROOM_(?:TEMPORAL|POSTGRES)_PASSWORD):\?[^}]+\}$/

describe('permissions', () => {
  it.each(services)('%s has no capabilities, gains no privileges and writes only to its volumes and /tmp', (_name, service) => {
    expect(service).toMatchObject(hardenedSettings)
    expect(service.tmpfs).toContain('/tmp')
  })

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
      expect([image, user, tmpfs]).toEqual([image, 'postgres', ['/tmp', '/var/run/postgresql']])
  })

  it('docs/docker.md creates each password that the files require', () => {
    const names = [...`${readFile('docker-compose.yml')}${readFile('docker-compose.postgres.yml')}`.matchAll(/\$\{([A-Z_]+):\?/g)].map(
      ([, name = '']) => name,
    )
    expect([...new Set(names)].toSorted()).toEqual(['KITROOM_POSTGRES_PASSWORD', 'KITROOM_TEMPORAL_PASSWORD'])
    for (const name of names) expect(readFile('docs/docker.md')).toContain(name)
  })
})

describe('ports', () => {
  it.each(services)('%s publishes on the loopback address only', (_name, { ports }) => {
    for (const port of ports) expect(port).toMatch(/^127\.0\.0\.1:(\d+):\1$/)
  })

  it('have the default numbers of the settings', () => {
    expect(service('server').ports).toEqual([`127.0.0.1:${readServerConfig({}).port}:${readServerConfig({}).port}`])
    expect(service('server').environment['KITROOM_PORT']).toBe(String(readServerConfig({}).port))
    const worker = loadWorkerConfig({ KITROOM_API_KEY: 'sk_studio_x' })
    expect(service('worker').environment['KITROOM_WORKER_PORT']).toBe(String(worker.port))
    expect(service('worker').environment['KITROOM_INGRESS_PORT']).toBe(String(worker.ingress.port))
    expect(service('worker').ports).toEqual([`127.0.0.1:${worker.ingress.port}:${worker.ingress.port}`])
    expect(service('temporal').ports).toEqual([`127.0.0.1:${worker.temporal.address.split(':')[1]}:7233`])
  })
})

describe('environment', () => {
  it('of the server has only known settings, and is accepted', () => {
    const { environment } = service('server')
    expect(Object.keys(environment).filter((name) => !(name in ServerEnvironment.shape))).toEqual([])
    expect(readServerConfig(environment)).toMatchObject({ host: '0.0.0.0', port: 4000, databaseUrl: 'sqlite:/data/kitroom.db' })
    expect(service('server').volumes).toEqual(['server-data:/data'])
  })

  it('of the worker has only known settings, and is accepted', () => {
    const { environment } = service('worker')
    expect(kitroomNames(environment).filter((name) => !(name in WorkerEnvironment.shape))).toEqual([])
    expect(Object.keys(environment).filter((name) => !name.startsWith('KITROOM_'))).toEqual(['TEMPORAL_ADDRESS', 'TEMPORAL_NAMESPACE'])
    const config = loadWorkerConfig({ ...environment, ...keys })
    expect(config).toMatchObject({
      apiUrl: 'http://server:4000',
      configFile: '/config/kitroom.yaml',
      dataDir: '/data',
      databaseUrl: 'sqlite:/data/worker.db',
    })
    expect(config.temporal).toMatchObject({ address: 'temporal:7233', namespace: service('temporal-namespace').environment['NAMESPACE'] })
  })

  it('has no secret in the file itself', () => {
    for (const name of ['KITROOM_API_KEY', 'KITROOM_WEBHOOK_SECRET', 'KITROOM_SMTP_PASSWORD'])
      expect(service('worker').environment[name]).toBe(`\${${name}:-}`)
  })
})

describe('events', () => {
  const addressOf = (name: string): string => service(name).networks['events']?.ipv4_address ?? ''

  it("go from the server to the worker's ingress, and to no other port or address", () => {
    const { webhookAllow } = readServerConfig(service('server').environment)
    const { ingress } = loadWorkerConfig({ ...service('worker').environment, ...keys })
    expect(ingress).toEqual({ host: '0.0.0.0', port: 4101, secrets: [], trustedProxies: [] })
    const url = (host: string, port: number): string => `http://${host}:${port}${WEBHOOK_PATH}`
    expect(checkWebhookUrl(url(addressOf('worker'), ingress.port), webhookAllow)).toMatchObject({ ok: true })
    for (const [host, port] of [
      [addressOf('worker'), 4100],
      [addressOf('server'), 4000],
      [addressOf('server'), 4101],
      ['172.18.0.2', 4101],
    ] as const)
      expect(checkWebhookUrl(url(host, port), webhookAllow)).toMatchObject({ ok: false })
  })

  it('have their own network with two fixed addresses', () => {
    const { internal, ipam } = compose.networks.events
    const [network = '', bits = ''] = ipam.config[0].subnet.split('/')
    const addresses = new BlockList()
    addresses.addSubnet(network, Number(bits))
    expect(internal).toBe(true)
    expect(services.filter(([, { networks }]) => 'events' in networks).map(([name]) => name)).toEqual(['server', 'worker'])
    for (const name of ['server', 'worker']) expect(addresses.check(addressOf(name))).toBe(true)
    expect(addressOf('server')).not.toBe(addressOf('worker'))
    for (const name of ['server', 'worker']) expect(service(name).networks).toHaveProperty('default')
  })

  it('have the address that docs/docker.md names', () => {
    expect(readFile('docs/docker.md')).toContain(`--ingress-url http://${addressOf('worker')}:4101`)
  })
})

describe('services', () => {
  it.each(services)('%s has a health check, or runs once', (name, { restart, healthcheck }) => {
    const isWaitedFor = services.some(([, otherService]) => otherService.depends_on[name]?.condition === 'service_completed_successfully')
    const isRunOnce = restart.startsWith('on-failure')
    expect({ runsOnce: isRunOnce, checked: healthcheck !== undefined }).toEqual({ runsOnce: isWaitedFor, checked: !isWaitedFor })
  })

  it.each(services)('%s depends on services that exist and mounts volumes that exist', (_name, { depends_on, volumes }) => {
    for (const otherName of Object.keys(depends_on)) expect(compose.services).toHaveProperty(otherName)
    for (const volume of volumes.filter((text) => !text.startsWith('.'))) expect(compose.volumes).toHaveProperty(volume.split(':')[0] ?? '')
  })

  it('run scripts that exist and that sh can parse', () => {
    for (const name of ['temporal-schema', 'temporal-namespace']) {
      const script = service(name).entrypoint?.[1]?.replace('/scripts/', 'docker/temporal/') ?? ''
      expect(spawnSync('sh', ['-n', script], { cwd: root }).status).toBe(0)
    }
    expect(readdirSync(`${root}docker/temporal`)).toContain(service('temporal').environment['DYNAMIC_CONFIG_FILE_PATH']?.split('/').at(-1))
    for (const { command } of [service('server'), service('worker')]) expect(readFile(command?.at(-1) ?? '')).not.toBe('')
  })
})

describe('docker-compose.postgres.yml', () => {
  const Part = Service.partial().extend({ environment: Service.shape.environment, depends_on: Service.shape.depends_on })
  const parts = z
    .object({ services: z.record(z.string(), Part), volumes: z.record(z.string(), z.unknown()) })
    .parse(parse(readFile('docker-compose.postgres.yml')))
  const [server, database] = [parts.services['server'], parts.services['api-database']]

  it('connects the server to its own database, and changes nothing else', () => {
    expect(Object.keys(parts.services)).toEqual(['server', 'api-database'])
    expect(Object.keys(server?.environment ?? {}).filter((name) => !(name in ServerEnvironment.shape))).toEqual([])
    const fill = (text = ''): string => text.replaceAll(/\$\{KITROOM_POSTGRES_PASSWORD:\?[^}]+\}/g, '0a1b2c')
    const { KITROOM_DATABASE_URL: givenUrl } = server?.environment ?? {}
    const url = new URL(readServerConfig({ ...service('server').environment, KITROOM_DATABASE_URL: fill(givenUrl) }).databaseUrl)
    expect([url.protocol, url.hostname]).toEqual(['postgres:', 'api-database'])
    expect([url.username, url.password]).toEqual([database?.environment['POSTGRES_USER'], fill(database?.environment['POSTGRES_PASSWORD'])])
    expect([url.password, givenUrl]).toEqual(['0a1b2c', expect.not.stringContaining('kitroom:kitroom')])
    expect(server?.depends_on).toEqual({ 'api-database': { condition: 'service_healthy' } })
  })

  it('has the permissions of the other services', () => {
    expect(database).toMatchObject({ ...hardenedSettings, user: 'postgres', tmpfs: ['/tmp', '/var/run/postgresql'] })
  })

  it('stores the data in a volume, has a health check and publishes no port', () => {
    expect(database?.image).toBe(service('temporal-database').image)
    expect(database?.volumes?.[0]?.split(':')[0]).toBe(Object.keys(parts.volumes)[0])
    expect([database?.restart, database?.healthcheck !== undefined, database?.ports ?? []]).toEqual(['unless-stopped', true, []])
  })
})

const composeVersion = spawnSync('docker', ['compose', 'version'], { encoding: 'utf8' })
const hasCompose = composeVersion.status === 0

it.skipIf(!hasCompose)(`docker compose accepts the files${hasCompose ? '' : ' (skipped: the docker command here has no compose)'}`, () => {
  const files = ['-f', 'docker-compose.yml', '-f', 'docker-compose.postgres.yml']
  for (const fileList of [files.slice(0, 2), files]) {
    const env = { ...process.env, KITROOM_TEMPORAL_PASSWORD: 'x', KITROOM_POSTGRES_PASSWORD: 'x' }
    const run = spawnSync('docker', ['compose', ...fileList, 'config', '--quiet'], { cwd: root, encoding: 'utf8', env })
    expect([run.stderr, run.status]).toEqual(['', 0])
  }
})
