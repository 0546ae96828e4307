import { createSecretBox } from '../../server/webhooks/secretBox.ts'

/** The box of servers that run inside a test's process: a test may open what they seal. */
export const testSecrets = createSecretBox(new Uint8Array(32).fill(7))
