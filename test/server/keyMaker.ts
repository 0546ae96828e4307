// A process that makes the key of a data folder when it is told, and tells which one it has.
import { createBoxKey } from '../../server/webhooks/boxKey.ts'

process.once('message', () => {
  process.send?.(createBoxKey(process.argv[2] ?? '').toString('base64'), () => process.disconnect?.())
})
process.send?.('ready')
