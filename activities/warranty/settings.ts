import { hash } from 'node:crypto'
import type { Config } from '../../config/config.ts'
import { listRecipients } from '../notify/queue.ts'

export const hashSettings = (config: Config): string =>
  hash('sha256', JSON.stringify([config.warranty, config.reminders.at, listRecipients(config)]), 'hex')
