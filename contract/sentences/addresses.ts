/** English sentences about sheets at an address of the web. `address` has no secrets. */
export const addressSentences = {
  address_changed: ({ source }: { source: string }) =>
    `The address of ${source} in kitroom.yaml has changed since this run started. Start it again.`,
  address_needs_sign_in: ({ address, status }: { address: string; status: number }) =>
    `${address} may not be read without signing in (${status}). Share the file by a link that anyone can open, or set bearer_env, or user_env and password_env. A signed link may have expired.`,
  credentials_refused: ({ address, names, status }: { address: string; names: string; status: number }) =>
    `${address} refuses the credentials in ${names.replace(', ', ' and ')} (${status}). Set valid ones, and start the worker again.`,
  credentials_stay: () =>
    'It redirects to another host, which never gets the credentials: use the address of the file itself.',
  address_unavailable: ({ address, status }: { address: string; status: number }) =>
    `${address} answers ${status} now.`,
  address_without_file: ({ address, status }: { address: string; status: number }) =>
    `${address} has no file (${status}). Check the address; the file may have been moved, or its link may have expired.`,
  address_without_sheet: ({ address, status }: { address: string; status: number }) =>
    `${address} answers ${status} and no sheet. Check the address in a browser.`,
  address_sends_page: ({ address }: { address: string }) =>
    `${address} answers with a web page instead of a sheet, most likely a page to sign in.`,
  address_of_no_file: ({ address }: { address: string }) => `${address} is not the address of a file.`,
  link_published: () =>
    'This is the link of a published web page. In Google Sheets, choose File → Share → Publish to web again, and there the sheet and CSV: that link ends in output=csv.',
  link_for_editing: ({ link }: { link: string }) =>
    `This is the link for editing a Google Sheet. Choose File → Share → Publish to web there, the sheet and CSV, and use that link. If anyone with the link may view the sheet, ${link} works too.`,
  link_of_dropbox: () => 'This Dropbox link opens a page. Use the same link with dl=1 instead of dl=0.',
  link_of_nextcloud: () => 'For a share link of Nextcloud, add /download to the address.',
  share_or_sign_in: () =>
    'Share the file by a link that anyone can open, or set bearer_env, or user_env and password_env.',
  variable_missing: ({ name, setting }: { name: string; setting: string }) =>
    `The worker has no environment variable ${name}, which ${setting}: names. Set it, and start the worker again.`,
  variable_unusable: ({ name }: { name: string }) =>
    `The environment variable ${name} is empty, or has characters that a token cannot have. Set it again.`,
  variable_has_colon: ({ name }: { name: string }) =>
    `The environment variable ${name} has a colon, which a user name cannot have.`,
  redirect_unusable: ({ address }: { address: string }) => `${address} redirects to an address that cannot be used.`,
  redirect_unencrypted: ({ address, host }: { address: string; host: string }) =>
    `${address} redirects from https to an unencrypted address at ${host}. Give an address that stays on https.`,
  redirect_to: ({ address, host }: { address: string; host: string }) => `${address} redirects to ${host}.`,
  too_many_redirects: ({ address, limit }: { address: string; limit: number }) =>
    `${address} redirects more than ${limit} times. Give the address that it leads to.`,
  address_forbidden: ({ address }: { address: string }) => `${address} may not be fetched.`,
  address_too_slow: ({ address, seconds }: { address: string; seconds: number }) =>
    `${address} did not send the whole sheet within ${seconds} s. Put it where it downloads faster.`,
  address_too_large: ({ address }: { address: string }) =>
    `${address} has more than 64 MiB. Split the sheet, or leave out what is no inventory.`,
  address_damaged: ({ address }: { address: string }) =>
    `${address} sends data that cannot be decompressed. Store the sheet there without compression.`,
  address_unreachable: ({ address, code }: { address: string; code: string }) =>
    `${address} cannot be reached, or the connection broke (${code}).`,
  certificate_untrusted: ({ address, code }: { address: string; code: string }) =>
    `The certificate of ${address} is not trusted (${code}). For a certificate authority of your own, set NODE_EXTRA_CA_CERTS.`,
}
