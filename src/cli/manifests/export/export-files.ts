import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { type DocumentFormat, documentText } from '../../../documents/write-document.ts';
import { makeDirectory } from '../../../files/directories.ts';
import { fieldError } from '../../errors/cli-error.ts';
import { isSystemError, systemProblem } from '../../errors/system-problem.ts';
import { filePath } from '../../input/named-file.ts';
import { type OutputFile, writeOwnFile } from '../../output/document-file.ts';
import type { Streams } from '../../streams.ts';
import { forEachOf } from '../account.ts';
import { isManifestFile } from '../manifest.ts';
import { exportHead, type NamedText, piecesOf, type References } from './export-document.ts';
import type { ExportedAccount } from './read-for-export.ts';

/** Where a manifest goes: a file; a directory with a file for each kind; stdout where it has no path. */
export interface ExportPlace {
  readonly form: 'stdout' | 'file' | 'directory';
  /** Absolute; of stdout the working directory, from which its reader finds files. */
  readonly path: string;
  /** As it was given. */
  readonly name: string;
}

const flag = '--file';

/** What `-f` means. Throws a CliError. */
export function exportPlace(given: string | undefined, streams: Streams): ExportPlace {
  if (given === undefined || given === '-') return { form: 'stdout', path: streams.cwd, name: '-' };
  if (given === '') throw fieldError(flag, 'names no file; write - for stdout');
  const path = filePath(given, streams);
  const isDirectory =
    /[/\\]$/.test(given) || statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  return { form: isDirectory ? 'directory' : 'file', path, name: given };
}

/** A directory for policies, and how the manifest refers to a file in it. */
export interface PolicyDirectory {
  readonly path: string;
  readonly name: string;
  reference(file: string): string;
}

/** What `--policies` means for a manifest. Throws a CliError. */
export function policyDirectory(given: string, place: ExportPlace, streams: Streams): PolicyDirectory {
  const path = filePath(given, streams);
  const from = place.form === 'file' ? dirname(place.path) : place.path;
  if (place.form === 'directory' && path === place.path)
    throw fieldError(
      '--policies',
      `must be another directory than that of ${flag}, where each file is a manifest`,
    );
  const below = relative(from, path).split(sep).join('/');
  if (/[{}]|^~/.test(below))
    throw fieldError(
      '--policies',
      `must not have braces, or a ~ at the beginning: a manifest refers to ${below}`,
    );
  return { path, name: given, reference: (file) => `\${file:${below === '' ? file : `${below}/${file}`}}` };
}

/** What an export writes. */
export interface ExportContent {
  readonly account: ExportedAccount;
  readonly references: References;
  readonly format: DocumentFormat;
  /** The variables that stand for secrets. */
  readonly variables: readonly string[];
}

/** The text of a manifest, in chunks. */
export function exportText({
  account,
  references,
  format,
  variables,
}: ExportContent): AsyncGenerator<string> {
  return documentText(piecesOf(account, references), format, exportHead(format, variables));
}

/** Writes the manifest into its file, or its files into their directory. Throws a CliError naming the one that cannot be. */
export async function writeManifest(
  place: ExportPlace,
  content: ExportContent,
  signal: AbortSignal,
): Promise<string[]> {
  if (place.form === 'file') {
    await writeOwnFile({ ...place, flag }, chunksOf(content), signal);
    return [];
  }
  makePlace({ ...place, flag });
  const names: string[] = [];
  for (const [kind, account] of byKind(content.account)) {
    const name = `${kind}.${content.format === 'json' ? 'json' : 'yml'}`;
    const file = { path: join(place.path, name), name: join(place.name, name), flag };
    await writeOwnFile(file, chunksOf({ ...content, account }), signal);
    names.push(name);
  }
  return readdirSync(place.path)
    .filter((name) => isManifestFile(name) && !names.includes(name))
    .sort();
}

function chunksOf(content: ExportContent) {
  return async (write: (chunk: string) => Promise<void>) => {
    for await (const chunk of exportText(content)) await write(chunk);
  };
}

/** An account for each kind of it, by its name. */
function byKind({ lists, holdings }: ExportedAccount): Map<string, ExportedAccount> {
  const accounts = new Map(
    lists.map((list) => [list.kind.name, { lists: [list], holdings: [] as typeof holdings }]),
  );
  for (const holding of holdings) {
    const { name } = holding.kind;
    accounts.set(name, { lists: [], holdings: [...(accounts.get(name)?.holdings ?? []), holding] });
  }
  return accounts;
}

/** Writes policies as they are. One that is there already, byte for byte, is left alone. Throws a CliError. */
export async function writePolicies(
  { path, name }: PolicyDirectory,
  policies: readonly NamedText[],
  signal: AbortSignal,
): Promise<void> {
  makePlace({ path, name, flag: '--policies' });
  await forEachOf(policies, async (policy) => {
    const file = { path: join(path, policy.name), name: join(name, policy.name), flag: '--policies' };
    if (!isThere(file.path, policy.text)) await writeOwnFile(file, (write) => write(policy.text), signal);
  });
}

function isThere(path: string, text: string): boolean {
  try {
    return readFileSync(path).equals(Buffer.from(text));
  } catch {
    return false;
  }
}

function makePlace({ path, name, flag }: OutputFile): void {
  try {
    makeDirectory(path);
  } catch (error) {
    if (!isSystemError(error)) throw error;
    throw fieldError(flag, `cannot make the directory ${name}: ${systemProblem(error)}`);
  }
}
