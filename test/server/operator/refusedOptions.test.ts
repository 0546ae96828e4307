import { afterAll, describe, expect, it } from 'vitest'
import { createAccount, createAccountByCommand, runOperatorCommand } from '../../support/account.ts'
import { runSql } from '../../support/database.ts'
import { createDataFolder } from '../../support/server.ts'

const folder = createDataFolder()
afterAll(() => folder[Symbol.dispose]())

describe('account create', () => {
  it('refuses invalid options, and creates nothing', async () => {
    await createAccount(folder.dataDir, 'Right')
    const wrongFlags = [
      ['--timezone', 'Mars/Base'],
      ['--currency', 'XXZ'],
      ['--tier', 'gold'],
      ['--email', 'nobody'],
      ['--colour', 'red'],
    ] as const
    for (const flags of wrongFlags)
      await expect(createAccountByCommand(folder.dataDir, 'Wrong', ...flags)).rejects.toThrow(flags[0].slice(2))
    expect(await runSql(folder.databaseFile, 'select name from account')).toEqual([{ name: 'Right' }])
  })
})

describe('worker key', () => {
  it('has a rate of 1000, or the one of --rate', async () => {
    const { account_id: account } = await createAccount(folder.dataDir, 'Rated')
    const rates = async (): Promise<unknown[]> =>
      (
        await runSql(
          folder.databaseFile,
          "select rate_per_second from api_key where kind = 'worker' and revoked_at is null",
        )
      ).map((row) => row['rate_per_second'])
    await runOperatorCommand(folder.dataDir, 'workerKey', '--account', account)
    expect(await rates()).toEqual([1000])
    await runOperatorCommand(folder.dataDir, 'workerKey', '--account', account, '--rate', '250')
    expect(await rates()).toEqual([250])
    for (const rate of ['0', '-1', '1.5', 'fast', '1000001'])
      await expect(
        runOperatorCommand(folder.dataDir, 'workerKey', '--account', account, '--rate', rate),
      ).rejects.toThrow('--rate')
    expect(await rates()).toEqual([250])
  })
})
