import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'
import { z } from 'zod'

// docker-compose.yml as data.

export const root = fileURLToPath(new URL('../../', import.meta.url))
export const readFile = (file: string): string => readFileSync(root + file, 'utf8')

export const Service = z.object({
  image: z.string(),
  command: z.array(z.string()).optional(),
  entrypoint: z.array(z.string()).optional(),
  environment: z.record(z.string(), z.string()).default({}),
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
  networks: z
    .record(
      z.string(),
      z
        .object({ ipv4_address: z.string(), aliases: z.array(z.string()) })
        .partial()
        .nullable(),
    )
    .default({}),
  secrets: z.array(z.string()).default([]),
})
const Network = z.object({
  internal: z.boolean(),
  ipam: z.object({ config: z.tuple([z.object({ subnet: z.string(), ip_range: z.string() })]) }),
})
const Compose = z.object({
  services: z.record(z.string(), Service),
  volumes: z.record(z.string(), z.unknown()),
  networks: z.object({ inside: Network }),
})

export const compose = Compose.parse(parse(readFile('docker-compose.yml'), { merge: true }))
export const services = Object.entries(compose.services)

export const service = (name: string): z.output<typeof Service> => {
  const found = compose.services[name]
  if (!found) throw new Error(`docker-compose.yml has no service ${name}`)
  return found
}
/** Values that a user would set in `.env`. */
export const keys = {
  KITROOM_API_KEY: 'sk_studio_x',
  KITROOM_WEBHOOK_SECRET: '',
  KITROOM_SMTP_PASSWORD: '',
  KITROOM_PUBLIC_URL: '',
  KITROOM_CONTROL_NAMES: 'localhost,127.0.0.1',
}
/** The only fixed address. */
export const balancerAddress = compose.services['balancer']?.networks['inside']?.ipv4_address ?? ''

export const hardenedSettings = {
  cap_drop: ['ALL'],
  cap_add: [],
  privileged: false,
  security_opt: ['no-new-privileges:true'],
  read_only: true,
}
