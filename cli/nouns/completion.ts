import { Argument, type Command, type Option } from 'commander'
import { EXIT, type CommandContext, type RunCommand } from '../base/command.ts'

interface Word {
  name: string
  text: string
}

/** Words that can follow a command, such as `sync plan`; an empty `command` is `kitroom` alone. */
interface Level {
  command: string
  commands: readonly Word[]
  options: readonly Word[]
}

/** Programs that bin/kitroom.mjs starts instead of the command line. */
const PROGRAMS: readonly Word[] = [
  { name: 'demo', text: 'try Kitroom with a studio that is made up' },
  { name: 'start', text: 'run everything on this machine' },
  { name: 'server', text: 'run the server' },
]

const toWord = (option: Option): Word => ({ name: option.long ?? option.short ?? '', text: option.description })

const listArguments = (command: Command): Word[] =>
  command.registeredArguments.flatMap(({ argChoices }) => argChoices ?? []).map((name) => ({ name, text: '' }))

/** Lists the levels of a command and of all below it. */
function listLevels(command: Command, words: readonly string[] = []): Level[] {
  const help = command.createHelp()
  const commands = help.visibleCommands(command).map((one) => ({ name: one.name(), text: one.description() }))
  const level: Level = {
    command: words.join(' '),
    commands: [...commands, ...(command.parent ? listArguments(command) : PROGRAMS)],
    options: help.visibleOptions(command).map(toWord),
  }
  return [level, ...command.commands.flatMap((child) => listLevels(child, [...words, child.name()]))]
}

const joinNames = (words: readonly Word[]): string => words.map(({ name }) => name).join(' ')

/** Quotes a text for bash and zsh. */
const quote = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`

const quoteForFish = (text: string): string => `'${text.replaceAll(/['\\]/g, String.raw`\$&`)}'`

// Each script follows the words before the cursor to the command that they name. It then offers the next words; after a
// dash, options.

const formatBash = (levels: readonly Level[]): string => `_kitroom_load() {
  commands='' options=''
  case "$1" in
${levels.map(({ command, commands, options }) => `    '${command}') commands='${joinNames(commands)}' options='${joinNames(options)}' ;;`).join('\n')}
  esac
}
_kitroom() {
  local commands options found='' word
  _kitroom_load ''
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case " $commands " in
      *" $word "*) found="\${found:+$found }$word"; _kitroom_load "$found" ;;
    esac
  done
  case "$2" in
    -*) COMPREPLY=($(compgen -W "$options" -- "$2")) ;;
    *) COMPREPLY=($(compgen -W "$commands" -- "$2")) ;;
  esac
}
complete -o default -F _kitroom kitroom`

const describeForZsh = (words: readonly Word[]): string =>
  words.map(({ name, text }) => quote(text === '' ? name : `${name}:${text}`)).join(' ')

const formatZsh = (levels: readonly Level[]): string => `_kitroom_load() {
  commands=() options=()
  case "$1" in
${levels.map(({ command, commands, options }) => `    '${command}') commands=(${describeForZsh(commands)}) options=(${describeForZsh(options)}) ;;`).join('\n')}
  esac
}
_kitroom() {
  local found='' word
  local -a commands options
  _kitroom_load ''
  for word in "\${(@)words[2,CURRENT-1]}"; do
    if [[ " \${(j: :)\${(@)commands%%:*}} " == *" $word "* ]]; then
      found="\${found:+$found }$word"
      _kitroom_load "$found"
    fi
  done
  if [[ "$PREFIX" == -* ]]; then
    _describe -o option options
  elif (( $#commands )); then
    _describe command commands
  else
    _files
  fi
}
(( $+functions[compdef] )) || { autoload -Uz compinit && compinit }
compdef _kitroom kitroom`

const describeForFish = (words: readonly Word[]): string =>
  words.map(({ name, text }) => String.raw`${name}\t${quoteForFish(text)}`).join(' ')

const formatFish = (levels: readonly Level[]): string => `function __kitroom_load
  set -g __kitroom_commands
  set -g __kitroom_options
  switch "$argv[1]"
${levels.map(({ command, commands, options }) => `    case '${command}'\n      set __kitroom_commands ${describeForFish(commands)}\n      set __kitroom_options ${describeForFish(options)}`).join('\n')}
  end
end
function __kitroom_find
  set -l found
  __kitroom_load ''
  for word in (commandline -opc)
    if contains -- $word (string replace -r '\\t.*' '' -- $__kitroom_commands)
      set -a found $word
      __kitroom_load "$found"
    end
  end
end
function __kitroom_words
  __kitroom_find
  if string match -q -- '-*' (commandline -ct)
    string join \\n -- $__kitroom_options
  else
    string join \\n -- $__kitroom_commands
  end
end
function __kitroom_takes_files
  __kitroom_find
  test (count $__kitroom_commands) -eq 0
end
complete -c kitroom -e
complete -c kitroom -n 'not __kitroom_takes_files' -f
complete -c kitroom -a '(__kitroom_words)'`

const SHELLS = { bash: formatBash, zsh: formatZsh, fish: formatFish } as const

/** `kitroom completion <shell>`: a script for the shell, made from the commands of this version. */
function printCompletion(
  { terminal }: CommandContext,
  shell: keyof typeof SHELLS,
  _options: unknown,
  command: Command,
): number {
  let program = command
  while (program.parent) program = program.parent
  terminal.printResult(SHELLS[shell](listLevels(program)))
  return EXIT.success
}

export function addCompletionCommands(program: Command, run: RunCommand): void {
  program
    .command('completion')
    .description('print a script that completes commands and options in a shell')
    .addArgument(new Argument('<shell>', 'your shell').choices(Object.keys(SHELLS)))
    .action(run(printCompletion))
}
