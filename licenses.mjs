// What the licences of bundled packages ask for: their texts go along with the program. In a package of npm each
// dependency brings its own; what esbuild has joined into dist/ would have lost it.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The licences of all packages of which code is in the bundle, as one text: each text once, below the packages that it
 * is for. Throws where a package says nothing about its licence.
 * @param {import('esbuild').Metafile} metafile its inputs are named from the working directory
 */
export function thirdPartyLicenses({ outputs }) {
  /** @type {Map<string, Set<string>>} */
  const filesOf = new Map();
  for (const { inputs } of Object.values(outputs)) {
    for (const [file, { bytesInOutput }] of Object.entries(inputs)) {
      const [directory] = /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(file) ?? [];
      if (!directory || bytesInOutput === 0) continue;
      filesOf.set(directory, (filesOf.get(directory) ?? new Set()).add(file));
    }
  }
  /** @type {Map<string, Set<string>>} */
  const packagesOf = new Map();
  for (const [directory, files] of [...filesOf].sort()) {
    const text = licenseText(directory, [...files]);
    packagesOf.set(text, (packagesOf.get(text) ?? new Set()).add(title(directory)));
  }
  const parts = [...packagesOf].map(([text, titles]) => `${[...titles].join('\n')}\n\n${text}\n`);
  const rule = `\n${'-'.repeat(80)}\n\n`;
  return [
    'tunnelctl contains code of the packages below, under their own licences. Their source is where each says it is.\n',
    ...parts,
  ].join(rule);
}

/** @param {string} directory */
function title(directory) {
  const { name, version, license, repository, homepage } = JSON.parse(
    readFileSync(join(directory, 'package.json'), 'utf8'),
  );
  if (!license) throw new Error(`${directory} does not say what its licence is`);
  const source = repository?.url ?? repository ?? homepage;
  return [`${name} ${version} (${license})`, source].filter(Boolean).join(', ');
}

/**
 * The licence and the notices that a package has in files; where it has none, what stands at the top of its sources.
 * @param {string} directory
 * @param {string[]} files
 */
function licenseText(directory, files) {
  const named = readdirSync(directory).filter((name) => /^(licen[cs]e|notice|copying|copyright)/i.test(name));
  const texts =
    named.length > 0
      ? named.map((name) => readFileSync(join(directory, name), 'utf8').trim())
      : files.flatMap((file) => header(readFileSync(file, 'utf8')));
  if (texts.length === 0) throw new Error(`${directory} has no text of its licence, which must go along`);
  return [...new Set(texts)].join('\n\n').replaceAll('\r\n', '\n');
}

/**
 * The comment that a file begins with, if it is about copyright.
 * @param {string} text
 */
function header(text) {
  const [comment = ''] = /^(?:\/\/.*\n)+|^\/\*[\s\S]*?\*\//.exec(text) ?? [];
  return /copyright/i.test(comment)
    ? [comment.replace(/^(?:\/\/ ?|\/\*+ ?| ?\*\/| ?\* ?)/gm, '').trim()]
    : [];
}
