import type { ArgumentDocument, CommandDocument, ExampleDocument, OptionDocument } from './document.ts';
import type { PrebuiltHelp } from './prebuilt.ts';
import { textOf } from './render.ts';

/** A page of the manual's first section, in the language of man(7). */
export interface ManPage {
  /** `tunnelctl-endpoints.1` */
  readonly file: string;
  readonly text: string;
}

/** The manual: a page about the program, and one for each resource or group of commands. */
export function manPages({ commands, topics }: PrebuiltHelp, version: string): ManPage[] {
  const all = Object.values(commands);
  const program = all.find(isProgram);
  if (program === undefined) throw new Error('there is no help of the program itself');
  const subjects = all.filter((document) => isSubject(document, all));
  const head = (document: CommandDocument) =>
    `.TH ${macroWord(pageName(document).toUpperCase())} 1 "" ${macroWord(`tunnelctl ${version}`)} "tunnelctl manual"`;
  const page = (document: CommandDocument, body: readonly string[]) => ({
    file: `${pageName(document)}.1`,
    // Neither stretched nor hyphenated: what is read here is typed.
    text: `${[head(document), '.ad l', '.nh', ...body].join('\n')}\n`,
  });
  return [
    page(program, programPage(program, subjects, topics)),
    ...subjects.map((subject) => page(subject, subjectPage(subject, all))),
  ];
}

function isProgram({ command }: Pick<CommandDocument, 'command'>): boolean {
  return !command.includes(' ');
}

/** Whether something has a page: words that a verb follows at once, and commands that stand by themselves. */
function isSubject({ command, commands }: CommandDocument, all: readonly CommandDocument[]): boolean {
  if (isProgram({ command })) return false;
  const above = command.slice(0, command.lastIndexOf(' '));
  if (above.includes(' ') && all.some((one) => one.command === above && hasVerbs(one, all))) return false;
  return commands.length === 0 ? !above.includes(' ') : hasVerbs({ command, commands }, all);
}

function hasVerbs(
  { command }: Pick<CommandDocument, 'command' | 'commands'>,
  all: readonly CommandDocument[],
): boolean {
  const below = (one: CommandDocument) => one.command.slice(0, one.command.lastIndexOf(' ')) === command;
  return all.some((one) => one.commands.length === 0 && below(one));
}

function pageName({ command }: CommandDocument): string {
  return command.replaceAll(' ', '-');
}

function programPage(
  program: CommandDocument,
  subjects: readonly CommandDocument[],
  topics: PrebuiltHelp['topics'],
): string[] {
  const { topics: _, 'exit-codes': __, ...shown } = topics;
  return [
    ...section('NAME', `tunnelctl \\- ${inline(program.summary)}`),
    ...section('SYNOPSIS', synopsis(program)),
    ...section('DESCRIPTION', paragraphs(program.description)),
    ...section('EXAMPLES', examples(program.examples)),
    ...section('COMMANDS', ...program.commands.flatMap((row) => term(row.words, row.summary))),
    ...section('OPTIONS', ...program.options.flatMap(option)),
    ...section('EXIT STATUS', ...exitCodes(program)),
    ...Object.entries(shown).flatMap(([name, text]) =>
      section(name.replaceAll('-', ' ').toUpperCase(), verbatim(text.trim())),
    ),
    ...section('SEE ALSO', subjects.map((subject) => `${reference(pageName(subject))}`).join(',\n')),
  ];
}

function subjectPage(subject: CommandDocument, all: readonly CommandDocument[]): string[] {
  const runnable = all.filter(({ command, commands }) => {
    return commands.length === 0 && `${command} `.startsWith(`${subject.command} `);
  });
  const isOne = subject.commands.length === 0;
  return [
    ...section('NAME', `${inline(pageName(subject))} \\- ${inline(subject.summary)}`),
    ...section('SYNOPSIS', runnable.map(synopsis).join('\n.br\n')),
    ...section(
      'DESCRIPTION',
      ...(isOne ? details(subject, '.SH') : [paragraphs(subject.description || subject.summary)]),
    ),
    ...(isOne ? [] : section('COMMANDS')),
    ...(isOne
      ? []
      : runnable.flatMap((document) => [`.SS ${macroWord(document.command)}`, ...details(document, '.PP')])),
    ...section('SEE ALSO', `${reference('tunnelctl')} for the options that every command takes`),
  ];
}

/** All that help says of a command. @param heading macro for what stands before its options */
function details(document: CommandDocument, heading: '.SH' | '.PP'): string[] {
  const { description, aliases, examples: shown, options, notes, exit_codes } = document;
  const titled = (title: string, lines: readonly string[]) =>
    lines.length === 0
      ? []
      : heading === '.SH'
        ? [`.SH ${macroWord(title.toUpperCase())}`, ...lines]
        : ['.PP', `\\fI${inline(title)}\\fR`, ...lines];
  const groups = new Map<string, OptionDocument[]>();
  for (const one of options) groups.set(one.group, [...(groups.get(one.group) ?? []), one]);
  return [
    paragraphs(description),
    ...(aliases.length === 0 ? [] : ['.PP', `Also: ${aliases.map(inline).join(', ')}`]),
    ...titled('Examples', shown.length === 0 ? [] : [examples(shown)]),
    ...titled('Arguments', document.arguments.flatMap(argument)),
    ...[...groups].flatMap(([group, members]) => titled(group, members.flatMap(option))),
    ...(notes === '' ? [] : titled('Notes', [verbatim(notes)])),
    ...(exit_codes.length === 0 ? [] : titled('Exit status', exitCodes(document))),
  ];
}

function section(title: string, ...lines: readonly string[]): string[] {
  return [`.SH ${macroWord(title)}`, ...lines.filter((line) => line !== '')];
}

function synopsis({ command, usage }: CommandDocument): string {
  return `\\fB${inline(command)}\\fR${inline(usage.slice(command.length))}`;
}

function paragraphs(text: string): string {
  return text
    .split('\n\n')
    .map((paragraph) => guard(inline(paragraph)))
    .join('\n.PP\n');
}

function examples(all: readonly ExampleDocument[]): string {
  const lines = all.map(({ summary, command }) =>
    [summary === '' ? '' : `.PP\n${guard(inline(summary))}:`, verbatim(command)].filter(Boolean).join('\n'),
  );
  return lines.join('\n');
}

function argument({ syntax, description }: ArgumentDocument): string[] {
  return description === '' ? [] : term(syntax, description);
}

function option(document: OptionDocument): string[] {
  return term(document.flags, textOf(document));
}

function exitCodes({ exit_codes }: CommandDocument): string[] {
  return exit_codes.flatMap(({ code, meaning }) => term(String(code), meaning));
}

function term(name: string, text: string): string[] {
  return ['.TP', `\\fB${inline(name)}\\fR`, guard(inline(text)) || '\\&'];
}

/** Lines as they are, indented. */
function verbatim(text: string): string {
  const lines = text.split('\n').map((line) => guard(inline(line)));
  return ['.PP', '.RS 4', '.nf', ...lines, '.fi', '.RE'].join('\n');
}

function reference(page: string): string {
  return `\\fB${inline(page)}\\fR(1)`;
}

/** A text in which nothing means anything to roff, and a dash is what the keyboard has. */
function inline(text: string): string {
  return text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll("'", '\\(aq')
    .replaceAll('`', '\\(ga')
    .replaceAll('^', '\\(ha')
    .replaceAll('~', '\\(ti')
    .replace(
      /[^\x20-\x7e\n]/gu,
      (character) => `\\[u${character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}]`,
    );
}

/** A line that begins like a request is none. */
function guard(text: string): string {
  return text.startsWith('.') ? `\\&${text}` : text;
}

function macroWord(text: string): string {
  return `"${inline(text).replaceAll('"', '\\(dq')}"`;
}
