import { say, type Said } from '../../contract/sentences/say.ts'
import { connectGoogle, type ClientsByPurpose } from '../../platform/google/connect.ts'
import { fingerprintOf, type Credential } from '../../platform/google/credential.ts'
import { readKeyFile } from '../../platform/google/keyFile.ts'
import { GoogleRefused } from '../../platform/google/refused.ts'
import type { GoogleAccess, GooglePurpose } from '../../platform/google/scopes.ts'
import type { SignIn, SignIns } from './googleSignIns.ts'

export interface GoogleSettings {
  /** Path of the service account's JSON key; undefined without one. */
  keyFile: string | undefined
  /** Origin of an emulator; undefined for Google. */
  rootUrl: string | undefined
}

/** Accounts at Google that this worker may use. */
export interface GoogleAccounts extends GoogleSettings {
  signIns: SignIns
  /** @throws GoogleRefused for a key file that cannot be used */
  connectServiceAccount<P extends GooglePurpose>(
    purpose: P,
    keyFile: string,
    access?: GoogleAccess,
  ): Promise<ClientsByPurpose[P]>
  /** @throws GoogleRefused when the secrets of the sign-in cannot be decrypted */
  connectPerson<P extends GooglePurpose>(purpose: P, signIn: SignIn): Promise<ClientsByPurpose[P]>
  /** Connects the service account or, without a key file, the person who signed in. @throws GoogleRefused */
  connect<P extends GooglePurpose>(purpose: P, access?: GoogleAccess): Promise<ClientsByPurpose[P]>
}

const noAccount: Readonly<Record<GooglePurpose, Said>> = {
  sheets: say('no_google_account_for_sheets'),
  calendar: say('no_google_account_for_calendar'),
}

interface Connection {
  fingerprint: string
  clients: Promise<ClientsByPurpose[GooglePurpose]>
}

/** Creates the accounts. The clients of each account are cached, so that they use one access token until it expires. */
export function createGoogleAccounts({ keyFile, rootUrl }: GoogleSettings, signIns: SignIns): GoogleAccounts {
  const connections = new Map<string, Connection>()
  const open = <P extends GooglePurpose>(
    credential: Credential,
    purpose: P,
    access: GoogleAccess,
  ): Promise<ClientsByPurpose[P]> => {
    const key = `${purpose} ${credential.kind} ${access}`
    const fingerprint = fingerprintOf(credential)
    const present = connections.get(key)
    // The key contains the purpose, so the cached clients have the right type.
    if (present?.fingerprint === fingerprint) return present.clients as Promise<ClientsByPurpose[P]>
    const clients = connectGoogle(credential, purpose, rootUrl, access)
    connections.set(key, { fingerprint, clients })
    return clients
  }
  const connectServiceAccount: GoogleAccounts['connectServiceAccount'] = async (purpose, file, access = 'read') =>
    open(await readKeyFile(file), purpose, access)
  const connectPerson: GoogleAccounts['connectPerson'] = async (purpose, signIn) =>
    open(signIns.open(signIn), purpose, 'read')
  return {
    keyFile,
    rootUrl,
    signIns,
    connectServiceAccount,
    connectPerson,
    connect: async (purpose, access) => {
      if (keyFile !== undefined) return connectServiceAccount(purpose, keyFile, access)
      const signIn = await signIns.find(purpose)
      if (!signIn) throw new GoogleRefused(noAccount[purpose])
      return connectPerson(purpose, signIn)
    },
  }
}
