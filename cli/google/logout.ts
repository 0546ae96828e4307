import type { z } from 'zod'
import { endGoogleSignIn, type SignedOut } from '../../contract/control/google.ts'
import { withControl } from '../access/control.ts'
import type { CommandContext } from '../context.ts'
import { EXIT } from '../exit.ts'
import { escapeUnsafe, formatJson } from '../show/text.ts'

const atGoogle: Readonly<Record<z.output<typeof SignedOut>['at_google'], string>> = {
  revoked:
    'Google has revoked it, and with it all that this OAuth client was allowed in that account: sign-ins with the same client elsewhere have ended too.',
  ended: 'Google had ended it before.',
  not_asked:
    'Google was not asked: the access remains there until it is removed at https://myaccount.google.com/connections.',
}

function* describeSignOut({ email, at_google, sources, calendars }: z.output<typeof SignedOut>): Generator<string> {
  yield `The sign-in of ${email ?? 'the account'} is deleted. ${atGoogle[at_google]}`
  if (sources.length > 0)
    yield `No longer readable: ${sources.join(', ')}. Sign in with kitroom google login --client <file>, or set KITROOM_GOOGLE_KEY_FILE to the key of a service account.`
  if (calendars.length > 0)
    yield `No longer written: ${calendars.join(', ')}. What stands in Google Calendar stays there. Sign in with kitroom google login --calendar --client <file>.`
}

interface LogoutOptions {
  calendar?: boolean
  forget?: boolean
  json?: boolean
}

/** `kitroom google logout`: revokes the refresh token at Google and deletes it. */
export const logoutCommand = (context: CommandContext, { calendar, forget, json }: LogoutOptions): Promise<number> =>
  withControl(context.env, async (control) => {
    const { body } = await control.call(endGoogleSignIn, {
      params: { purpose: calendar ? 'calendar' : 'sheets' },
      body: { forget: forget ?? false },
    })
    context.terminal.printResult(
      json ? formatJson(body) : escapeUnsafe([...describeSignOut(body.data)].join('\n'), '\n'),
    )
    return EXIT.success
  })
