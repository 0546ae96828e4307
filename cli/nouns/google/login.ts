import { createHash, randomBytes, randomInt } from 'node:crypto'
import type { z } from 'zod'
import type { Client } from '../../../client/client.ts'
import { finishGoogleSignIn, startGoogleSignIn, type SignedIn } from '../../../contract/control/google.ts'
import { withControl } from '../../access/control.ts'
import { EXIT, type CommandContext } from '../../base/command.ts'
import { CliError } from '../../base/errors.ts'
import { resolveUserPath } from '../../base/files.ts'
import { openBrowser } from '../../base/openBrowser.ts'
import { escapeUnsafe, formatJson } from '../../show/text.ts'
import { readClientFile, type OAuthClient } from './clientFile.ts'
import { readPastedAddress, type ConsentReply } from './consentReply.ts'
import { openRedirectListener } from './redirectListener.ts'

const TIME_LIMIT_MS = 10 * 60_000

type Purpose = z.output<typeof SignedIn>['purpose']

export interface LoginOptions {
  /** True to sign in for calendars, which have a separate consent. */
  calendar?: boolean
  client?: string
  /** False with `--no-browser`. */
  browser: boolean
  json?: boolean
}

interface Attempt {
  purpose: Purpose
  /** Undefined for the client of the stored sign-in, which the worker has. */
  client: OAuthClient | undefined
  state: string
  /** Code verifier (RFC 7636 section 4.1). */
  verifier: string
}

const createSecret = (): string => randomBytes(32).toString('base64url')

async function findConsentUrl(
  control: Client,
  { purpose, client, state, verifier }: Attempt,
  redirect_uri: string,
): Promise<string> {
  const code_challenge = createHash('sha256').update(verifier).digest('base64url')
  const body = { purpose, ...(client && { client_id: client.client_id }), redirect_uri, state, code_challenge } as const
  return (await control.call(startGoogleSignIn, { body })).body.data.url
}

const instructions: Readonly<Record<Purpose, string>> = {
  sheets: 'Sign in there, pick every sheet that Kitroom shall read, and allow the access.',
  calendar: 'Sign in there, and allow the access. Kitroom sees only calendars that it creates.',
}

/** Waits for the browser on this machine. */
async function receiveReply(
  context: CommandContext,
  control: Client,
  attempt: Attempt,
): Promise<{ reply: ConsentReply; redirectUri: string }> {
  const listener = await openRedirectListener(attempt.state)
  const { redirectUri } = listener
  const waiting = listener.wait(TIME_LIMIT_MS)
  context.onInterrupt(() => listener.close(new CliError('The sign-in was stopped. Nothing was stored.')))
  try {
    const url = await findConsentUrl(control, attempt, redirectUri)
    context.terminal.printNote(
      `Open this address in the browser of this machine:\n\n${url}\n\n${instructions[attempt.purpose]}`,
    )
    const isOpened = await openBrowser(url, context.env)
    context.terminal.printNote(
      isOpened ? 'Your browser opens it now.' : 'No browser could be started. From another machine, use --no-browser.',
    )
  } catch (error) {
    listener.close(new CliError('The sign-in did not begin.', { cause: error }))
    throw error
  }
  return { reply: await waiting, redirectUri }
}

const MIN_PORT = 49_152
const MAX_PORT = 65_535

/** Asks for the address to which Google redirects a browser on another machine. Nothing listens at that address. */
async function askForReply(
  context: CommandContext,
  control: Client,
  attempt: Attempt,
): Promise<{ reply: ConsentReply; redirectUri: string }> {
  const redirectUri = `http://127.0.0.1:${randomInt(MIN_PORT, MAX_PORT)}`
  const url = await findConsentUrl(control, attempt, redirectUri)
  context.terminal.printNote(
    `Open this address in a browser:\n\n${url}\n\n${instructions[attempt.purpose]}\nThe browser then says that ${redirectUri} cannot be reached. Copy the address of that page.`,
  )
  const pasted = await context.terminal.ask('Paste it here: ')
  if (pasted.trim() === '') throw new CliError('No address was pasted. Nothing was stored.')
  return { reply: readPastedAddress(pasted, redirectUri, attempt.state), redirectUri }
}

function* describeSheetsSignIn({ email, picked_file_ids: picked }: z.output<typeof SignedIn>): Generator<string> {
  yield `Signed in as ${email ?? 'an account whose address Drive does not tell (is the Google Drive API switched on?)'}.`
  yield picked.length === 0
    ? 'No sheet was picked. Kitroom reads only picked ones: run kitroom google login again, and pick them.'
    : `Picked: ${picked.length} ${picked.length === 1 ? 'file' : 'files'}. "kitroom google check" shows which sheets of kitroom.yaml can be read.`
}

function* describeSignIn(signIn: z.output<typeof SignedIn>): Generator<string> {
  const { purpose, replaced } = signIn
  if (purpose === 'sheets') yield* describeSheetsSignIn(signIn)
  else
    yield 'Signed in for calendars. Next: kitroom google calendar <id>, for each calendar of kitroom.yaml with "google: { calendar: new }".'
  if (replaced !== null)
    yield `This replaces the sign-in of ${replaced}, whose access remains at Google until it is removed there: https://myaccount.google.com/connections`
  if (signIn.is_unused)
    yield 'The sign-in is not used: KITROOM_GOOGLE_KEY_FILE names a service account, which takes precedence.'
  yield 'If the app’s publishing status is "Testing", Google ends this sign-in after 7 days: docs/google.md says how to publish it.'
}

/** `kitroom google login`: a person signs in at Google, and the worker stores the refresh token, sealed. */
export async function loginCommand(
  context: CommandContext,
  { calendar, client, browser, json }: LoginOptions,
): Promise<number> {
  const file = client === undefined ? undefined : await readClientFile(resolveUserPath(context.env, client))
  const purpose: Purpose = calendar ? 'calendar' : 'sheets'
  const attempt: Attempt = { purpose, client: file, state: createSecret(), verifier: createSecret() }
  return withControl(context.env, async (control) => {
    const { reply, redirectUri } = await (browser ? receiveReply : askForReply)(context, control, attempt)
    context.onInterrupt(() => context.terminal.printNote('The sign-in is being stored.'))
    const { code, pickedFileIds } = reply
    const body = {
      purpose,
      ...(file && { client: file }),
      redirect_uri: redirectUri,
      code,
      code_verifier: attempt.verifier,
    } as const
    const { data } = (await control.call(finishGoogleSignIn, { body: { ...body, picked_file_ids: pickedFileIds } }))
      .body
    context.terminal.printResult(json ? formatJson({ data }) : escapeUnsafe([...describeSignIn(data)].join('\n'), '\n'))
    return EXIT.success
  })
}
