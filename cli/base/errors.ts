/** A command that cannot continue. `message` is for people and says what to do. */
export class CliError extends Error {
  override name = 'CliError'
  /** Facts for programs: an error code, and the text of the error itself if `message` contains more. */
  readonly about: {
    code?: string
    detail?: string
    run_id?: string
    sentences?: readonly unknown[]
    advice?: readonly unknown[]
  }
  constructor(message: string, { cause, ...about }: ErrorOptions & CliError['about'] = {}) {
    super(message, cause === undefined ? {} : { cause })
    this.about = about
  }
}
