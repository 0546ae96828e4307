// A process that holds a lock and writes when its parent says so: lockHolder.ts <url of the state> <name>.
import { createInterface } from 'node:readline'
import { systemClock } from '../../../platform/clock.ts'
import { storeLastConfigText } from '../../../state/facts.ts'
import { openState } from '../../../state/open.ts'
import { createWithLock } from '../../../state/withLock.ts'

const [url = '', name = ''] = process.argv.slice(2)
const state = await openState(url, systemClock)
const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]()
const outcome = await createWithLock(state, systemClock)(name, async (locked) => {
  process.stdout.write('held\n')
  await lines.next()
  await locked.write((tx) => storeLastConfigText(tx, 'of the child'))
  return 'written'
}).catch((error: Error) => error.name)
process.stdout.write(`${outcome}\n`)
await state.close()
process.exit(0)
