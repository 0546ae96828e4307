import { z } from 'zod'
import { startReceiver, type Receiver, type ReceivedRequest } from './webhooks.ts'

// ntfy's documented rules for messages as JSON: https://docs.ntfy.sh/publish/#publish-as-json and its limits.

const MAX_MESSAGE_BYTES = 4096
/** The server reads a JSON body of twice the size of a message. */
const MAX_BODY_BYTES = 2 * MAX_MESSAGE_BYTES

// https://docs.ntfy.sh/publish/#action-buttons
const Action = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('view'), label: z.string().min(1), url: z.url(), clear: z.boolean().optional() }),
  z.strictObject({
    action: z.literal('http'),
    label: z.string().min(1),
    url: z.url({ protocol: /^https?$/ }),
    method: z.enum(['GET', 'POST', 'PUT', 'DELETE']).optional(),
    clear: z.boolean().optional(),
  }),
])

const Payload = z.strictObject({
  topic: z.string().regex(/^[-_A-Za-z0-9]{1,64}$/),
  title: z.string().min(1).optional(),
  message: z.string().min(1),
  priority: z.int().min(1).max(5).optional(),
  actions: z.array(Action).max(3).optional(),
})
export type NtfyPayload = z.output<typeof Payload>

export interface NtfyServer extends Receiver {
  messages: NtfyPayload[]
  /** Broken rules. */
  faults: string[]
}

function findFault({ path, headers, body }: ReceivedRequest, token: string | undefined): [number, string] | undefined {
  if (path !== '/') return [404, 'page not found']
  if (token !== undefined && headers['authorization'] !== `Bearer ${token}`) return [401, 'unauthorized']
  if (Buffer.byteLength(body) > MAX_BODY_BYTES) return [413, 'request body too large']
  const parsed = Payload.safeParse(JSON.parse(body))
  if (!parsed.success) return [400, `invalid request: ${z.prettifyError(parsed.error)}`]
  if (Buffer.byteLength(parsed.data.message) > MAX_MESSAGE_BYTES) return [400, 'the message became an attachment']
  return body.isWellFormed() && !/\\ud[89a-f]/i.test(body) ? undefined : [400, 'invalid request: a lone surrogate']
}

/** @param token required as bearer token @param onMessage called before the answer; if it fails, the answer is 500 */
export async function startNtfyServer(
  token?: string,
  onMessage: (payload: NtfyPayload) => Promise<void> = () => Promise.resolve(),
): Promise<NtfyServer> {
  const messages: NtfyPayload[] = []
  const faults: string[] = []
  const receiver = await startReceiver((arrival, response) => {
    const answer = (status: number, error?: string): void => {
      if (error !== undefined) faults.push(error)
      const body = error === undefined ? { id: 'x' } : { http: status, error }
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    }
    const fault = findFault(arrival, token)
    if (fault) return answer(...fault)
    const payload = Payload.parse(JSON.parse(arrival.body))
    messages.push(payload)
    onMessage(payload).then(
      () => answer(200),
      (error: unknown) => answer(500, String(error)),
    )
  })
  return { ...receiver, messages, faults }
}
