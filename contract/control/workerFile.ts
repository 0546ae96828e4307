import { z } from 'zod'

/** Path of the worker's ingress that receives webhooks. */
export const WEBHOOK_PATH = '/webhooks/kitroom'

/** The worker's webhook endpoint, as stored in `<data>/worker.json`. */
export const RegisteredWebhook = z.object({
  id: z.string(),
  url: z.string(),
  secret: z.string().startsWith('whsec_'),
  /** Subscribed events. */
  events: z.array(z.string()).default([]),
})
export type RegisteredWebhook = z.output<typeof RegisteredWebhook>

/**
 * `<data>/worker.json`, mode 0600: address of the API, the worker's key and webhook secret. `npm start` and `kitroom
 * worker setup` write it.
 */
export const WorkerFile = z.object({
  url: z.string().optional(),
  account_id: z.string().optional(),
  api_key: z.string().startsWith('sk_studio_'),
  /** Scopes of the key; empty if an earlier version wrote the file. */
  scopes: z.array(z.string()).default([]),
  webhook: RegisteredWebhook.optional(),
})
export type WorkerFile = z.output<typeof WorkerFile>
