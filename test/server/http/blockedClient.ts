// A client process with one answered and one silent connection. On a message it sends requests on both and on new ones,
// then creates a file.
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'

const [url = '', request = '', sentFile = ''] = process.argv.slice(2)
const { hostname, port } = new URL(url)

async function open(): Promise<Socket> {
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  return socket
}

/** @param onSent called when the kernel has the request @returns the status of the answer, or why there is none */
function sendRequest(socket: Socket, onSent: () => void): Promise<{ status?: number; error?: string }> {
  return new Promise((resolve) => {
    let text = ''
    socket.on('data', (bytes: Buffer) => (text += bytes.toString('latin1')))
    socket.on('error', (error: NodeJS.ErrnoException) => resolve({ error: error.code ?? error.message }))
    socket.on('close', () =>
      resolve(text === '' ? { error: 'closed without an answer' } : { status: Number(text.split(' ')[1]) }),
    )
    socket.write(request, onSent)
  })
}

const [idleSocket, silentSocket] = [await open(), await open()]
idleSocket.write(request)
await once(idleSocket, 'data')
process.on('message', ({ connections }: { connections: number }) => {
  const newSockets = Array.from({ length: connections }, () => connect(Number(port), hostname))
  const sockets = [idleSocket, silentSocket, ...newSockets]
  let unsent = sockets.length
  const onSent = (): void => {
    unsent -= 1
    if (unsent === 0) writeFileSync(sentFile, '')
  }
  void Promise.all(sockets.map((socket) => sendRequest(socket, onSent))).then((answers) => {
    process.send?.(answers)
    process.disconnect?.()
  })
})
process.send?.('ready')
