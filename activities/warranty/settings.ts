import { hash } from 'node:crypto'
import type { Config } from '../../config/config.ts'
import { recipientsOf } from '../notify/queue.ts'

export const hashSettings = (config: Config): string =>
  hash('sha256', JSON.stringify([config.warranty, config.reminders.at, recipientsOf(config)]), 'hex')
