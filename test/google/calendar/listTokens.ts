import { randomBytes } from 'node:crypto'

/** The rest of a list. Its ids are those of the first page, so edits between pages move no event to another page. */
interface ListRest {
  ids: string[]
  /** Revision of the calendar at the first page: the next sync repeats what changed since. */
  revision: number
  /** Parameters that the next page must repeat. */
  parameters: string
  isSync: boolean
}

interface SyncPoint {
  revision: number
  /** Parameters that the next sync must repeat. */
  parameters: string
}

const createToken = (): string => `C${randomBytes(24).toString('base64url')}`

/** Page tokens and sync tokens of a calendar. */
export class ListTokens {
  readonly #pages = new Map<string, ListRest>()
  readonly #syncs = new Map<string, SyncPoint>()
  readonly #expired = new Set<string>()

  createPageToken(rest: ListRest): string {
    const token = createToken()
    this.#pages.set(token, rest)
    return token
  }

  createSyncToken(point: SyncPoint): string {
    const token = createToken()
    this.#syncs.set(token, point)
    return token
  }

  findPage(token: string): ListRest | undefined {
    return this.#pages.get(token)
  }

  findSync(token: string): SyncPoint | undefined {
    return this.#syncs.get(token)
  }

  isExpired(syncToken: string): boolean {
    return this.#expired.has(syncToken)
  }

  forgetSyncTokens(): void {
    this.#syncs.clear()
  }

  expireSyncTokens(): void {
    for (const token of this.#syncs.keys()) this.#expired.add(token)
  }
}
