import { expect, it } from 'vitest'
import { createReplyCache } from '../../../server/answers/replyCache.ts'

const PAGE_BYTES = 30_000
const cache = () => createReplyCache({ dropsRecords: true })
/** Requests pages in turn. @returns how many are worth caching */
const requestPages = (replies: ReturnType<typeof cache>, pages: number, version: number): number =>
  Array.from({ length: pages }, (_, page) =>
    replies.isWorthCaching('a', 'listGear', `offset=${page}`, version, PAGE_BYTES),
  ).filter(Boolean).length

it('a list is worth caching from its second request at one version', () => {
  const replies = cache()
  expect(requestPages(replies, 1000, 1)).toBe(0)
  expect(requestPages(replies, 1000, 1)).toBe(1000)
  expect(requestPages(replies, 1000, 2)).toBe(0)
})

it('pages that would be dropped before their next request are never worth caching', () => {
  const replies = cache()
  expect([1, 2, 3].map(() => requestPages(replies, 3000, 1))).toEqual([0, 0, 0])
})
