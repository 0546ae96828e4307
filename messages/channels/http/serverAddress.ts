import { z } from 'zod'
import { withoutSlashesAtEnd } from '../../../platform/withoutSlashesAtEnd.ts'

const MESSAGE =
  'must be the address of a server, such as https://ntfy.example.com, without a user, a query or a fragment'

/** Address of a server, without slashes at its end. The host is checked before each request. */
export const serverAddress = z
  .url({ protocol: /^https?$/, message: MESSAGE })
  .refine((text) => !/[?#@]/.test(text), { message: MESSAGE })
  .transform(withoutSlashesAtEnd)
