import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeDirectory } from '../../../files/directories.ts';
import { fieldError } from '../../errors/cli-error.ts';
import { isSystemError, systemProblem } from '../../errors/system-problem.ts';
import { type OutputFile, writeOwnFile } from '../../output/document-file.ts';
import { isManifestFile } from '../files/manifest.ts';
import { forEachOf } from '../planning/account.ts';
import { type ExportContent, exportText, type NamedText } from './export-document.ts';
import { type ExportPlace, flag, type PolicyDirectory } from './export-place.ts';
import type { ExportedAccount } from './read-for-export.ts';

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
