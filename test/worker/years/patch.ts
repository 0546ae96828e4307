// Who edits what, and the one kind of edit that all records have.
import { expect } from 'vitest'
import type { InProcessStudio } from '../../support/inProcessStudio.ts'
import type { Random } from '../../support/random.ts'
import type { World } from './world.ts'

export interface Life {
  world: World
  studio: InProcessStudio
  random: Random
  isWorkerDown: boolean
  /** True on every third day, on which people do most of their edits. */
  isBusyDay: boolean
}

export async function patch(studio: InProcessStudio, path: string, updates: Record<string, unknown>): Promise<void> {
  const reply = await studio.api.patch(path, { updates })
  expect(reply).toMatchObject({ status: 200, text: expect.any(String) })
}
