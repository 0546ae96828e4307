import type { z } from 'zod'
import { endGoogleSignIn, type SignedOut } from '../../contract/google.ts'
import { withControl } from '../access/control.ts'
import type { CommandContext } from '../context.ts'
import { EXIT } from '../exit.ts'
import { escapeUnsafe, formatJson } from '../show/text.ts'

const atGoogle: Readonly<Record<z.output<typeof SignedOut>['at_google'], string>> = {
  revoked:
    'Google has revoked it, and with it all that this OAuth client was allowed in that account: sign-ins with the same client elsewhere have ended too.',
  ended: 'Google had ended it before.',
  not_asked: 'Google was not asked: the access remains there until it is removed at https://myaccount.google.com/connections.',
}

function* describeSignOut({ email, at_google, sources }: z.output<typeof SignedOut>): Generator<string> {
  yield `The sign-in of ${email ?? 'the account'} is deleted. ${atGoogle[at_google]}`
  if (sources.length > 0)
    yield `No longer readable: ${sources.join(', ')}. Sign in with kitroom google login --client <file>, or set KITROOM_GOOGLE_KEY_FILE to the key of a service account.`
}

/** `kitroom google logout`: revokes the refresh token at Google and deletes it. */
export const logoutCommand = (context: CommandContext, { forget, json }: { forget?: boolean; json?: boolean }): Promise<number> =>
  withControl(context.env, async (control) => {
    const { body } = await control.call(endGoogleSignIn, { params: { purpose: 'sheets' }, body: { forget: forget ?? false } })
    context.terminal.printResult(json ? formatJson(body) : escapeUnsafe([...describeSignOut(body.data)].join('\n'), '\n'))
    return EXIT.success
  })
