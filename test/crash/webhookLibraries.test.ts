import { expect, it } from 'vitest'
import { newWebhookSecret } from '../../platform/webhookSignature.ts'
import { deliveryCases } from '../webhooks/cases.ts'
import { freePort, prepare, receiverFolder, startReceiver, type Language } from '../webhooks/receivers.ts'

// The receivers of docs/webhooks.md in languages whose packages are fetched, and in Go built: a quarter of a minute the first time, seconds after it.
const languages: Language[] = ['python', 'go']

it.for(languages)('the receiver in %s that docs/webhooks.md shows takes the good ones, each event once', async (language, context) => {
  using folder = receiverFolder()
  const prepared = prepare[language](folder.path)
  if ('reason' in prepared) {
    process.stderr.write(`The receiver in ${language} is not tried: ${prepared.reason}.\n`)
    return context.skip(prepared.reason)
  }
  const secret = newWebhookSecret()
  await using receiver = await startReceiver(prepared, secret, await freePort())
  const cases = deliveryCases(secret, Date.now())
  const statuses: number[] = []
  for (const one of cases) statuses.push(await receiver.send(one))
  expect(statuses).toEqual(cases.map(({ taken }) => (taken ? 204 : 401)))
  expect(receiver.output().match(/gear\.updated/g)).toHaveLength(1)
})
