/** Public half of the key with which a server signs requests to the worker. A restore deletes all. */
export interface SigningKeyRow {
  id: string
  /** Ed25519, in base64url. */
  public_key: string
  created_at: string
  /** The server moves it while it uses the key. */
  expires_at: string
}
