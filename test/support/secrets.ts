import { createSecretBox } from '../../platform/secretBox.ts'

/** The secret box of servers in the test's process. With it a test can decrypt stored secrets. */
export const testSecretBox = createSecretBox(new Uint8Array(32).fill(7))
