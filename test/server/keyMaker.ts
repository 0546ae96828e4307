// A process that creates the key of a data folder on a message, and sends back the key that it has.
import { createBoxKey } from '../../platform/boxKey.ts'

process.once('message', () => {
  process.send?.(Buffer.from(createBoxKey(process.argv[2] ?? '')[0]).toString('base64'), () => process.disconnect?.())
})
process.send?.('ready')
