import { z } from 'zod'
import { parseNetwork } from './clientOrigin.ts'

/** Environment variable with entries separated by commas. */
export const listSetting = (isValid: (entry: string) => boolean, message: string) =>
  z
    .string()
    .transform((text) => text.split(',').map((entry) => entry.trim()))
    .refine((entries) => entries.every(isValid), message)

/** Addresses and networks, such as those of trusted proxies. */
export const networksSetting = listSetting(
  (entry) => parseNetwork(entry) !== undefined,
  'must be addresses or networks such as 10.0.0.0/8, with commas between them',
)
