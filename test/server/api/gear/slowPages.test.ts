import { beforeAll, expect, it } from 'vitest'
import { parseReplies } from '../../../support/wire.ts'
import { useServer } from '../../../support/suite.ts'
import { get, open, waitForClose } from '../rawRequests.ts'
import { pause } from '../../../support/wait.ts'

const suite = useServer()
/** Together more than the system keeps for a client that does not read. */
const PATHS = Array.from({ length: 21 }, (_, index) => `/gear?limit=20&offset=${index}`)
const MIN_CHARACTERS = 4_000_000

beforeAll(async () => {
  for (let count = 0; count < 40; count++)
    await suite.alice.createItem({ notes: `${count} `.repeat(100) + '📷'.repeat(9000) })
})

it('a client that reads late gets its own pages, although their memory is used again after they are sent', async () => {
  const socket = await open(suite.server.url)
  const text = PATHS.map((path) => get(`/api/v1${path}`, suite.alice.key)).join('')
  socket.write(`${text.slice(0, -2)}Connection: close\r\n\r\n`)
  await pause(300, 'a client that reads late')
  // A list that is asked for again is kept and sent as a copy, so these differ from those above.
  for (const path of PATHS) await suite.alice.get(path.replace('20', '19'))
  const chunks: Buffer[] = []
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  await waitForClose(socket)
  const received = parseReplies(Buffer.concat(chunks)).map((reply) => reply.text)
  expect(received.join('').length).toBeGreaterThan(MIN_CHARACTERS)
  const expected: string[] = []
  for (const path of PATHS) expected.push((await suite.alice.get(path)).text)
  expect(received).toEqual(expected)
})
