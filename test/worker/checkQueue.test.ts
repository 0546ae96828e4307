import { expect, it } from 'vitest'
import { createCheckQueue } from '../../worker/control/checkQueue.ts'

/** A queue whose checks end when the test says so. */
function openQueue(maxOfAddress: (address: string) => number) {
  const queue = createCheckQueue(maxOfAddress)
  const started: string[] = []
  const ends = new Map<string, () => void>()
  const done: Promise<string>[] = []
  const add = (address: string, name: string): void => {
    const { promise, resolve } = Promise.withResolvers<void>()
    ends.set(name, resolve)
    done.push(
      queue.run(address, async () => {
        started.push(name)
        await promise
        return name
      }),
    )
  }
  const end = async (name: string): Promise<void> => {
    ends.get(name)?.()
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { started, add, end, done, settle: () => new Promise((resolve) => setImmediate(resolve)) }
}

it('an address with many checks delays its own, and no other', async () => {
  const queue = openQueue(() => 2)
  for (let number = 0; number < 50; number++) queue.add('flood', `flood ${number}`)
  queue.add('honest', 'honest')
  await queue.settle()
  expect(queue.started).toEqual(['flood 0', 'flood 1', 'honest'])
  await queue.end('flood 1')
  expect(queue.started.at(-1)).toBe('flood 2')
})

it('many addresses alternate, each with one check at a time once it is limited', async () => {
  const queue = openQueue(() => 1)
  const addresses = Array.from({ length: 20 }, (_, index) => `a${index}`)
  for (const address of addresses) for (const number of [1, 2]) queue.add(address, `${address} ${number}`)
  await queue.settle()
  expect(queue.started).toEqual(addresses.slice(0, 16).map((address) => `${address} 1`))
  await queue.end('a0 1')
  expect(queue.started.at(-1), 'before the second check of another address').toBe('a16 1')
  for (const address of addresses) for (const number of [1, 2]) await queue.end(`${address} ${number}`)
  for (const address of addresses) await queue.end(`${address} 2`)
  expect(await Promise.all(queue.done)).toHaveLength(40)
})

it('a check that fails leaves its place to the next', async () => {
  const queue = createCheckQueue(() => 1)
  const failing = queue.run('a', () => Promise.reject(new TypeError('no')))
  const next = queue.run('a', () => Promise.resolve('next'))
  await expect(failing).rejects.toThrow('no')
  expect(await next).toBe('next')
})
