import type { Command, Option } from 'commander';
import { checks } from '../checks/index.js';
import { formats } from '../formats/index.js';
import { exitCodes, failLevels, UsageError } from '../engine/exit-code.js';
import { describeUnknown } from '../model/describe-unknown.js';
import { toKebabCase } from '../model/write-option.js';
import { orders, tokenTypes } from '../query/client/route.js';
import { routes } from '../query/client/routes.js';
import { discoverFiles } from '../registry/discover.js';
import { reporterNames } from '../reporters/index.js';
import { listTopics } from './explain.js';
import { type CommandLine, type Io, writeText } from './io.js';

interface Completed {
  readonly name: string;
  readonly description: string;
  /** Candidates for its first argument; files if there are none. */
  readonly words: readonly string[];
  readonly options: readonly {
    readonly long: string;
    readonly description: string;
    /** Candidates for its value; null if it takes none. */
    readonly words: readonly string[] | null;
  }[];
}

const writers: Readonly<Record<string, (commands: readonly Completed[]) => string>> = {
  bash: writeBash,
  // A second compinit would drop the completions of other commands.
  zsh: (commands) =>
    '(( $+functions[compdef] )) || { autoload -U compinit && compinit; }\n' +
    `autoload -U bashcompinit && bashcompinit\n${writeBash(commands)}`,
  fish: writeFish,
};

const shells = Object.keys(writers);

/** What the scripts call for the chains: `endpoint-check completion chains`. */
const chainsTopic = 'chains';

/** `endpoint-check completion`: a script for a shell, generated from the program's own commands, or the chains that it offers. Resolves to the exit status. */
export async function run(
  [shell = '']: readonly string[],
  _: unknown,
  { usageErrors, program }: CommandLine,
  io: Io,
): Promise<number> {
  if (usageErrors.length > 0) throw new UsageError(usageErrors);
  if (shell === chainsTopic) {
    await writeText(
      io.stdout,
      listChains(io.cwd)
        .map((chain) => `${chain}\n`)
        .join(''),
    );
    return exitCodes.ok;
  }
  const write = Object.hasOwn(writers, shell) ? writers[shell] : undefined;
  if (write === undefined) throw new UsageError([describeUnknown('shell', shell, shells)]);
  await writeText(io.stdout, write(listCommands(program)));
  return exitCodes.ok;
}

/** The chains of the registry around a directory, without names that a shell would expand. */
function listChains(cwd: string): readonly string[] {
  const { files } = discoverFiles([], { cwd, lists: false });
  const chains = new Set(files.flatMap(({ chain }) => chain ?? []));
  return [...chains].filter((chain) => /^\w[\w.-]*$/.test(chain));
}

function listCommands(program: Command): Completed[] {
  const names = [...program.commands.map((command) => command.name()), 'help'];
  const firstWords: Readonly<Record<string, readonly string[]>> = {
    explain: listTopics(),
    query: routes.map(({ name }) => toKebabCase(name)),
    completion: shells,
    help: names,
  };
  const values: Readonly<Record<string, readonly string[]>> = {
    '--only': checks.map(({ kind }) => kind),
    '--kind': checks.map(({ kind }) => kind),
    '--format': formats.map(({ name }) => name),
    '--reporter': reporterNames,
    '--fail-on': failLevels,
    '--sort': orders,
    '--token-type': tokenTypes,
  };
  const listed = program.commands.map((command) => ({
    name: command.name(),
    description: command.description(),
    words: firstWords[command.name()] ?? [],
    options: listOptions(command).map(({ long, description, required }) => ({
      long: long ?? '',
      description,
      words: required ? (values[long ?? ''] ?? []) : null,
    })),
  }));
  return [...listed, { name: 'help', description: 'print the help of a command', words: names, options: [] }];
}

function listOptions(command: Command): readonly Option[] {
  const listed = [command, ...command.commands].flatMap((listedCommand) =>
    listedCommand.createHelp().visibleOptions(listedCommand),
  );
  return [...new Map(listed.map((option) => [option.long, option])).values()];
}

const printChains = `endpoint-check completion ${chainsTopic} 2>/dev/null`;
const addedKinds = checks.map(({ kind }) => kind).join(' ');

/** If it has no candidates, the shell completes files. */
function writeBash(commands: readonly Completed[]): string {
  const byWords = new Map<string, Set<string>>();
  for (const { long, words } of commands.flatMap(({ options }) => options)) {
    if (words === null) continue;
    const text = words.join(' ');
    byWords.set(text, (byWords.get(text) ?? new Set()).add(`*' ${long}'`));
  }
  const words = [
    ...[...byWords].map(([text, patterns]) => `    ${[...patterns].join('|')}) words='${text}' ;;`),
    ...commands
      .filter((command) => command.words.length > 0)
      .map((command) => `    '${command.name} ${command.name}') words='${command.words.join(' ')}' ;;`),
    `    ' '*) words='${commands.map(({ name }) => name).join(' ')}' ;;`,
  ];
  const options = commands.map(({ name, options }, at) => {
    // Without a command, the options are those of the default command.
    const pattern = at === 0 ? `${name}|''` : name;
    return `      ${pattern}) words='${options.map(({ long }) => long).join(' ')}' ;;`;
  });
  return `_endpoint_check() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD - 1]} command='' words='' at
  for ((at = 1; at < COMP_CWORD; at++)); do
    case \${COMP_WORDS[at]} in
      ${commands.map(({ name }) => name).join('|')}) command=\${COMP_WORDS[at]}; break ;;
    esac
  done
  if [[ $current != -* ]]; then
    case "$command $((COMP_CWORD - at))" in
      'add 1'|'query 2'|'smoke '*) words=$(${printChains}) ;;
    esac
  fi
  case "$command $previous" in
${words.join('\n')}
  esac
  if [[ $command == add ]] && ((COMP_CWORD == at + 2)); then words='${addedKinds}'; fi
  case $current in
    -*) case $command in
${options.join('\n')}
    esac ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _endpoint_check endpoint-check
`;
}

function writeFish(commands: readonly Completed[]): string {
  const quote = (text: string) => `'${text.replaceAll(/[\\']/g, '\\$&')}'`;
  const [, ...otherNames] = commands.map(({ name }) => name);
  const lines = commands.flatMap(({ name, description, words, options }, at) => {
    const inside = `__fish_seen_subcommand_from ${name}`;
    // The first command is the default, so its name may be left out.
    const isMeant = at === 0 ? `not __fish_seen_subcommand_from ${otherNames.join(' ')}` : inside;
    return [
      `-n __fish_use_subcommand -a ${name} -d ${quote(description)}`,
      ...(words.length > 0
        ? [`-n ${quote(`${inside}; and __fish_prev_arg_in ${name}`)} -f -a ${quote(words.join(' '))}`]
        : []),
      ...options.map((option) => {
        // With candidates (-x), files are not completed.
        const kind = option.words?.length === 0 ? '-r' : '-x';
        const value = option.words === null ? '' : ` ${kind} -a ${quote(option.words.join(' '))}`;
        return `-n ${quote(isMeant)} -l ${option.long.slice(2)}${value} -d ${quote(option.description)}`;
      }),
    ];
  });
  const kinds = `-n '__fish_seen_subcommand_from add; and test (count (commandline -opc)) -eq 3' -f -a ${quote(addedKinds)}`;
  const afterRoute = 'test (count (commandline -opc)) -eq 3';
  const chains = [
    '__fish_prev_arg_in add',
    `__fish_seen_subcommand_from query; and ${afterRoute}`,
    '__fish_seen_subcommand_from smoke',
  ].map((isChain) => `-n '${isChain}' -f -a '(${printChains})'`);
  return [...lines, kinds, ...chains].map((line) => `complete -c endpoint-check ${line}\n`).join('');
}
