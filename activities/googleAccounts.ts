import { connectGoogle, type GoogleClients } from '../google/connect.ts'
import { fingerprintOf, type Credential } from '../google/credential.ts'
import { readKeyFile } from '../google/keyFile.ts'
import { GoogleRefused } from '../google/refused.ts'
import type { GoogleAccess, GooglePurpose } from '../google/scopes.ts'
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
  connectServiceAccount(purpose: GooglePurpose, keyFile: string, access?: GoogleAccess): Promise<GoogleClients>
  /** @throws GoogleRefused when the secrets of the sign-in cannot be decrypted */
  connectPerson(purpose: GooglePurpose, signIn: SignIn): Promise<GoogleClients>
  /** The service account or, without a key file, the person who signed in. @throws GoogleRefused */
  connect(purpose: GooglePurpose, access?: GoogleAccess): Promise<GoogleClients>
}

const NO_ACCOUNT =
  'Kitroom has no access to Google. Sign in with "kitroom google login --client <file>", or share the sheet with a service account: Set KITROOM_GOOGLE_KEY_FILE to the path of its JSON key, and start the worker again. docs/google.md shows both.'

interface Connection {
  fingerprint: string
  clients: Promise<GoogleClients>
}

/** Clients of each account are kept, so that they use one access token until it expires. */
export function createGoogleAccounts({ keyFile, rootUrl }: GoogleSettings, signIns: SignIns): GoogleAccounts {
  const connections = new Map<string, Connection>()
  const open = (credential: Credential, purpose: GooglePurpose, access: GoogleAccess): Promise<GoogleClients> => {
    const key = `${purpose} ${credential.kind} ${access}`
    const fingerprint = fingerprintOf(credential)
    const present = connections.get(key)
    if (present?.fingerprint === fingerprint) return present.clients
    const clients = connectGoogle(credential, purpose, rootUrl, access)
    connections.set(key, { fingerprint, clients })
    return clients
  }
  const connectServiceAccount = async (purpose: GooglePurpose, file: string, access: GoogleAccess = 'read'): Promise<GoogleClients> =>
    open(await readKeyFile(file), purpose, access)
  const connectPerson = async (purpose: GooglePurpose, signIn: SignIn): Promise<GoogleClients> => open(signIns.open(signIn), purpose, 'read')
  return {
    keyFile,
    rootUrl,
    signIns,
    connectServiceAccount,
    connectPerson,
    connect: async (purpose, access) => {
      if (keyFile !== undefined) return connectServiceAccount(purpose, keyFile, access)
      const signIn = await signIns.find(purpose)
      if (!signIn) throw new GoogleRefused(NO_ACCOUNT)
      return connectPerson(purpose, signIn)
    },
  }
}
