import { expect } from 'vitest'
import type { Item } from '../../support/api.ts'
import { openFeedStudio, type FeedStudio } from '../feedStudio.ts'
import { readIcalJs, readNodeIcal, type ReadEvent } from '../readers.ts'

const NOW = '2026-03-02T11:00:00.000Z'

export const openKindStudio = (config: string): Promise<FeedStudio> =>
  openFeedStudio({ zone: 'Europe/Berlin', config, startsAt: NOW })

/** The events of a feed by the id of their record, as two libraries read them. */
export async function readEvents(studio: FeedStudio, path: string): Promise<Map<string, ReadEvent>> {
  const text = await studio.text(path)
  const events = readIcalJs(text)
  expect(readNodeIcal(text)).toEqual(events)
  return new Map(events.map((event) => [event.uid.slice(0, 36), event]))
}

/** Some fields of an event, undefined without it. */
export const pick = (event: ReadEvent | undefined): unknown[] | undefined =>
  event && [event.summary, event.start, event.end, event.status, event.sequence]

export const createCamera = (studio: FeedStudio, fields: Record<string, unknown> = {}): Promise<Item> =>
  studio.api.createItem({ brand: 'Sony', model: 'FX3', asset_tag: 'CAM-001', ...fields })

export async function patch(studio: FeedStudio, path: string, updates: Record<string, unknown>): Promise<void> {
  const reply = await studio.api.patch(path, { updates })
  expect({ status: reply.status, text: reply.text }).toEqual({ status: 200, text: reply.text })
}
