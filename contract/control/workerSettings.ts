import { z } from 'zod'
import { defineControlOperation } from '../operation.ts'
import { timestamp } from '../text.ts'

/**
 * Status of a host's kitroom.yaml. `current`: the text in force. `changed`: is about to be adopted. `outdated`: another
 * text was adopted since. `conflict`: it changed, and so did that of another host, so none is adopted; or it
 * would end sources, calendars or channels that its host never had in a file. `invalid`,
 * `missing`: cannot be used.
 */
const fileStatuses = ['current', 'changed', 'outdated', 'conflict', 'invalid', 'missing'] as const

export const WorkerSettings = z.strictObject({
  /** Text of kitroom.yaml that all workers use; null before the first. */
  in_force: z
    .strictObject({
      sha256: z.string(),
      /** Text with hidden queries of web addresses. */
      text: z.string(),
      /** Id of the host that adopted it. */
      host: z.string(),
      adopted_at: timestamp,
    })
    .nullable(),
  /** Hosts whose worker was seen in the last seven days. */
  hosts: z.array(
    z.strictObject({
      host: z.string(),
      /** Host name of the machine. */
      name: z.string(),
      /** KITROOM_FILES of the host, which reads sources with this `on:`. */
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

/** Puts the answering worker's text of kitroom.yaml in force, despite changes on other hosts. */
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
