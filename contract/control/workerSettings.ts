import { z } from 'zod'
import { defineControlOperation } from '../operation.ts'
import { timestamp } from '../text.ts'

/**
 * What a host's kitroom.yaml is. `current`: the text in force. `changed`: is about to be adopted. `outdated`: another text was adopted since.
 * `conflict`: changed, as was that of another host, so none is adopted. `invalid`, `missing`: cannot be used.
 */
const fileStatuses = ['current', 'changed', 'outdated', 'conflict', 'invalid', 'missing'] as const

export const WorkerSettings = z.strictObject({
  /** The text of kitroom.yaml that all workers use; null before the first. */
  in_force: z
    .strictObject({
      sha256: z.string(),
      /** Queries of web addresses are hidden. */
      text: z.string(),
      /** Id of the host that adopted it. */
      host: z.string(),
      adopted_at: timestamp,
    })
    .nullable(),
  /** Hosts of workers that were seen in the last seven days. */
  hosts: z.array(
    z.strictObject({
      host: z.string(),
      /** Host name of the machine. */
      name: z.string(),
      /** KITROOM_FILES: sources with this `on:` are read there. */
      label: z.string().nullable(),
      file: z.enum(fileStatuses),
      running: z.boolean(),
      seen_at: timestamp,
      /** True for the host of the worker that answers. */
      answers: z.boolean(),
    }),
  ),
})
export type WorkerSettings = z.output<typeof WorkerSettings>

const reply = { status: 200, body: z.strictObject({ data: WorkerSettings }) } as const

export const getWorkerSettings = defineControlOperation({
  id: 'getWorkerSettings',
  method: 'GET',
  path: '/settings',
  objectType: 'worker',
  summary: 'Read the settings in force, and what kitroom.yaml is on each host',
  reply,
  errors: [],
})

/** Puts the text of kitroom.yaml of the worker that answers in force, whatever was changed on other hosts. */
export const adoptWorkerSettings = defineControlOperation({
  id: 'adoptWorkerSettings',
  method: 'POST',
  path: '/settings/adopt',
  objectType: 'worker',
  summary: 'Adopt kitroom.yaml of this host',
  body: z.strictObject({}),
  reply,
  errors: [],
})
