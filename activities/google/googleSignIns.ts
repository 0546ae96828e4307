import { z } from 'zod'
import { say } from '../../contract/sentences/say.ts'
import type { Person } from '../../platform/google/credential.ts'
import { GoogleRefused } from '../../platform/google/refused.ts'
import type { GooglePurpose } from '../../platform/google/scopes.ts'
import { SealBroken, type SecretBox } from '../../platform/secretBox.ts'
import type { Database, Tx } from '../../platform/sql/types.ts'
import {
  findGoogleSignIn,
  listGoogleSignIns,
  removeGoogleSignIn,
  resealGoogleSignIn,
  storeGoogleSignIn,
} from '../../state/calendars/googleSignIns.ts'
import type { GoogleSignInTable } from '../../state/tables/schema.ts'

/** A stored sign-in. Only `SignIns.open` reveals its secrets. */
export type SignIn = GoogleSignInTable

const Secrets = z.strictObject({ client_secret: z.string(), refresh_token: z.string() })

interface NewSignIn {
  purpose: GooglePurpose
  person: Person
  scopes: readonly string[]
  pickedFileIds: readonly string[]
  at: string
}

export interface ResealCounts {
  resealed: number
  unreadable: number
}

/** Sign-ins of people to Google, in the worker's database. */
export interface SignIns {
  find(purpose: GooglePurpose): Promise<SignIn | undefined>
  /** @throws GoogleRefused when its secrets cannot be decrypted */
  open(signIn: SignIn): Person
  /** Replaces the sign-in for a purpose. */
  store(signIn: NewSignIn): Promise<void>
  /** Deletes a sign-in unless another one has replaced it. */
  remove(signIn: SignIn): Promise<void>
  /** Seals all sign-ins with the first key. @returns the number of changed ones, and of those that no key opens */
  reseal(tx: Tx): Promise<ResealCounts>
}

/** @param accountId account of the worker. Secrets are bound to it, to the purpose and to the OAuth client */
export function createSignIns(state: Database, box: SecretBox, accountId: string): SignIns {
  const ownerOf = (purpose: string, clientId: string): string =>
    JSON.stringify(['google_sign_in', accountId, purpose, clientId])
  return {
    find: (purpose) => state.read((tx) => findGoogleSignIn(tx, purpose)),
    open: ({ sealed, purpose, client_id: clientId, email }) => {
      try {
        const secrets = Secrets.parse(JSON.parse(box.open(sealed, ownerOf(purpose, clientId))))
        return {
          kind: 'person',
          email: email ?? undefined,
          clientId,
          clientSecret: secrets.client_secret,
          refreshToken: secrets.refresh_token,
        }
      } catch (error) {
        if (!(error instanceof SealBroken)) throw error
        throw new GoogleRefused(say('google_sign_in_sealed'))
      }
    },
    store: async ({ purpose, person, scopes, pickedFileIds, at }) => {
      const { clientId, clientSecret, refreshToken, email } = person
      const secrets: z.output<typeof Secrets> = { client_secret: clientSecret, refresh_token: refreshToken }
      const row: SignIn = {
        purpose,
        email: email ?? null,
        client_id: clientId,
        sealed: box.seal(JSON.stringify(secrets), ownerOf(purpose, clientId)),
        scopes: JSON.stringify(scopes),
        picked_file_ids: JSON.stringify(pickedFileIds),
        signed_in_at: at,
      }
      await state.write((tx) => storeGoogleSignIn(tx, row))
    },
    reseal: async (tx) => {
      const counts: ResealCounts = { resealed: 0, unreadable: 0 }
      for (const signIn of await listGoogleSignIns(tx)) {
        try {
          const resealed = box.reseal(signIn.sealed, ownerOf(signIn.purpose, signIn.client_id))
          if (resealed !== undefined) counts.resealed += await resealGoogleSignIn(tx, signIn, resealed)
        } catch (error) {
          if (!(error instanceof SealBroken)) throw error
          counts.unreadable += 1
        }
      }
      return counts
    },
    remove: async (signIn) => void (await state.write((tx) => removeGoogleSignIn(tx, signIn))),
  }
}
