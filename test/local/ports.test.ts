import { spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { once } from 'node:events'
import { expect, it } from 'vitest'
import { findFreePortFrom } from '../../local/ports.ts'

const FIRST_PORT = 19_300

/** The port that another process chooses, from the same first port. */
async function choosePortInOtherProcess(): Promise<number> {
  const program = `import { findFreePortFrom } from './local/ports.ts'; console.log(await findFreePortFrom(${FIRST_PORT}))`
  const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [text] = (await once(child.stdout, 'data')) as [Buffer]
  await once(child, 'close')
  return Number(text.toString())
}

it('a chosen port without a listener is chosen by no other process, and can be listened on', async () => {
  const port = await findFreePortFrom(FIRST_PORT)
  const otherPorts = await Promise.all([choosePortInOtherProcess(), choosePortInOtherProcess()])
  expect(otherPorts).not.toContain(port)
  const server = createServer()
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  server.close()
})
