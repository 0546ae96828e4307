import type { Command } from 'commander'
import { operatorCommand } from '../access/operator.ts'
import { JSON_FLAG, type RunCommand } from '../base/command.ts'

export function addAccountCommands(program: Command, run: RunCommand): void {
  const account = program.command('account').description('accounts of the server on this machine')
  account
    .command('create')
    .description('create an account; its keys are printed only once')
    .requiredOption('--name <name>')
    .requiredOption('--email <address>')
    .option('--tier <tier>')
    .option('--timezone <zone>', 'for example Europe/Berlin')
    .option('--currency <code>', 'for example EUR')
    .option(...JSON_FLAG)
    .action(run(operatorCommand('accountCreate.ts')))
  account
    .command('list')
    .description('list the accounts')
    .option(...JSON_FLAG)
    .action(run(operatorCommand('accountList.ts')))
  account
    .command('recover')
    .description('create a new owner key for an account that lost it; revokes the old one')
    .requiredOption('--account <id>')
    .option(...JSON_FLAG)
    .action(run(operatorCommand('accountRecover.ts')))
  account
    .command('repair-clock')
    .description('reset an account’s clock that a wrong machine clock moved ahead; correct the machine’s clock first')
    .requiredOption('--account <id>')
    .option(...JSON_FLAG)
    .action(run(operatorCommand('accountRepairClock.ts')))
}
