import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { once } from 'node:events'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readFile } from '../../sheets/sources/file/readFile.ts'
import { SheetRefused } from '../../sheets/types.ts'
import { readSheetFile } from '../../cli/nouns/sync/sheet.ts'

const CSV = 'Asset Tag,Type,Brand,Model\nT-1,lens,Canon,R5\n'
const folder = mkdtempSync(join(tmpdir(), 'kitroom-source-'))
const pathOf = (name: string): string => join(folder, name)
let server: Server

beforeAll(async () => {
  writeFileSync(pathOf('gear.csv'), CSV)
  symlinkSync(pathOf('gear.csv'), pathOf('link.csv'))
  symlinkSync('/dev/zero', pathOf('zero.csv'))
  symlinkSync('/dev/null', pathOf('null.csv'))
  symlinkSync('/proc/self/maps', pathOf('maps.csv'))
  execFileSync('mkfifo', [pathOf('pipe.csv')])
  writeFileSync(pathOf('large.csv'), '')
  truncateSync(pathOf('large.csv'), 64 * 2 ** 20 + 1)
  server = createServer().listen(pathOf('socket.csv'))
  await once(server, 'listening')
})

afterAll(() => {
  server.close()
  rmSync(folder, { recursive: true })
})

it('a regular file is read, also through a link', async () => {
  for (const name of ['gear.csv', 'link.csv']) expect(Buffer.from(await readFile(folder, name)).toString()).toBe(CSV)
})

it.each([
  ['a link to /dev/zero', 'zero.csv', 'is no regular file'],
  ['a link to /dev/null', 'null.csv', 'is no regular file'],
  ['a FIFO that nobody writes to', 'pipe.csv', 'is no regular file'],
  ['a socket', 'socket.csv', 'is no regular file'],
  ['a folder', '.', 'is a folder'],
  ['more than 64 MiB', 'large.csv', 'more than 64 MiB'],
  ['a file that is longer than it says', 'maps.csv', 'is being written to'],
  ['a missing file', 'absent.csv', 'is not there'],
])('%s is refused without reading it', async (_what, name, sentence) => {
  const rssBefore = process.memoryUsage.rss()
  const error: unknown = await readFile(folder, name).catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(SheetRefused)
  expect(error).toMatchObject({ code: 'unreadable_file', message: expect.stringContaining(sentence) as string })
  expect(process.memoryUsage.rss() - rssBefore).toBeLessThan(50 * 2 ** 20)
})

it.each(['zero.csv', 'pipe.csv', '.', 'large.csv', 'absent.csv'])('the command line does not send %s', async (name) => {
  await expect(Promise.resolve().then(() => readSheetFile(pathOf(name)))).rejects.toThrow(
    /cannot be read|no regular file|folder|64 MiB/,
  )
})
