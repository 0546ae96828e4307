import type { SqliteConnection } from './sqlite.ts'

/**
 * Counts commits by other processes. Asking the reader costs next to nothing inside a read transaction, but our own commits move its number too;
 * the writer's number moves for others' commits only. So after each own commit both are read, the writer's last: where it has stood still,
 * the reader's new number is ours alone.
 */
export class ForeignCommits {
  readonly #reader: SqliteConnection
  #readerSeen: number
  #writerSeen: number
  #count: number

  /** @param count where to begin: more than before when the writer is a new connection, whose past is not known */
  constructor(writer: SqliteConnection, reader: SqliteConnection, count = 0) {
    this.#count = count
    this.#reader = reader
    this.#readerSeen = reader.dataVersion()
    this.#writerSeen = writer.dataVersion()
  }

  /** To be called right after a commit of our own. */
  afterOwnCommit(writer: SqliteConnection): void {
    this.#readerSeen = this.#reader.dataVersion()
    const version = writer.dataVersion()
    if (version !== this.#writerSeen) this.#count += 1
    this.#writerSeen = version
  }

  /** A number that moves when another process has committed. */
  count(): number {
    const version = this.#reader.dataVersion()
    if (version !== this.#readerSeen) this.#count += 1
    this.#readerSeen = version
    return this.#count
  }
}
