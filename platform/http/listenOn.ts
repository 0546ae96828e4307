import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Listening {
  url: string
  port: number
}

/** With port 0 the system chooses the port. @throws Error of node:net */
export function listenOn(server: Server, host: string, port: number): Promise<Listening> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      const { address, family, port: bound } = server.address() as AddressInfo
      resolve({ url: `http://${family === 'IPv6' ? `[${address}]` : address}:${bound}`, port: bound })
    })
  })
}
