import { z } from 'zod'

/** Path of the worker's ingress where events are sent to. */
export const WEBHOOK_PATH = '/webhooks/kitroom'

/** What `<data>/worker.json` says of the endpoint that is registered for the worker. */
export const RegisteredWebhook = z.object({
  id: z.string(),
  url: z.string(),
  secret: z.string().startsWith('whsec_'),
  /** What it was registered for. */
  events: z.array(z.string()).default([]),
})
export type RegisteredWebhook = z.output<typeof RegisteredWebhook>

/**
 * `<data>/worker.json`, mode 0600: where the API is, the worker's key, and the secret that events are signed with. `npm start` and
 * `kitroom worker setup` write it, the worker reads it.
 */
export const WorkerFile = z.object({
  /** Address of the API server, without a path. */
  url: z.string().optional(),
  account_id: z.string().optional(),
  api_key: z.string().startsWith('sk_studio_'),
  /** What the key holds. One that an earlier version wrote says nothing of them: its key lacks some. */
  scopes: z.array(z.string()).default([]),
  webhook: RegisteredWebhook.optional(),
})
export type WorkerFile = z.output<typeof WorkerFile>
