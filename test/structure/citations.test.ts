import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

interface Citation {
  /** Where it stands. */
  readonly file: string;
  /** As it is written there: `contract/README.md`. */
  readonly document: string;
  /** Its sections that are named. */
  readonly sections: readonly string[];
}

/** A document, and the sections behind it: `<document> "One"`, `<document> "One", "Two" and "Three"`. */
const form = /((?:[\w.-]+\/)*[\w-]+\.md)\b((?:(?:,| and)? "[^"\n]+")*)/g;

/** The files in which a document may be named. */
function listFiles(): string[] {
  const folders = ['src', 'test', 'bin', '.github'].filter((folder) => existsSync(join(root, folder)));
  const below = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
  );
  const known = /\.(ts|mjs|cjs|md|css|html|zsh|bash|fish|ps1)$/;
  return [...below.filter((file) => known.test(file)), ...readdirSync(root).filter(isCiting)];
}

const isCiting = (file: string) => file.endsWith('.mjs') || file === 'README.md';

/** Every document that a file of ours names. A comment may break a citation over two lines. */
function readCitations(): Citation[] {
  return listFiles().flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8').replace(/\s*\n\s*(?:(?:\*|\/\/|#)\s)?/g, ' ');
    return [...text.matchAll(form)].map(([, document = '', sections = '']) => ({
      file,
      document,
      sections: [...sections.matchAll(/"([^"]+)"/g)].map(([, section = '']) => section),
    }));
  });
}

/** The document's file; undefined where there is none. Paths start at the root, at `src/`, or at whoever cites. */
function find({ file, document }: Citation): string | undefined {
  return [root, join(root, 'src'), dirname(join(root, file))]
    .map((start) => join(start, document))
    .find((path) => existsSync(path));
}

function headings(path: string): string[] {
  return [...readFileSync(path, 'utf8').matchAll(/^#{2,3} (.+)$/gm)].map(([, heading = '']) => heading);
}

const citations = readCitations();

describe('a document that the code names', () => {
  it('is cited in the form that is read here', () => {
    expect(citations.length).toBeGreaterThan(80);
    const { sections } = citations.find(({ file }) => file === 'src/server/app/query.ts') ?? {};
    expect(sections).toEqual(['Requests', 'Paging']);
  });

  it('is one that a clone has', () => {
    expect(citations.filter((citation) => find(citation) === undefined)).toEqual([]);
  });

  it('has the sections that are named', () => {
    const wrong = citations.flatMap((citation) => {
      const known = headings(find(citation) ?? '');
      return citation.sections.filter((name) => !known.includes(name)).map((name) => ({ ...citation, name }));
    });
    expect(wrong).toEqual([]);
  });
});

describe('every room of src', () => {
  it('has a README', () => {
    const rooms = readdirSync(join(root, 'src'));
    expect(rooms).toContain('contract');
    expect(rooms.filter((room) => !existsSync(join(root, 'src', room, 'README.md')))).toEqual([]);
  });

  it('leads to files that are there', () => {
    const documents = ['README.md', '.github/CONTRIBUTING.md', ...readmes()];
    const missing = documents.flatMap((document) => {
      const text = readFileSync(join(root, document), 'utf8');
      const named = [...text.matchAll(/\b(?:src|test|bin)\/[\w./-]*[\w/]/g)].map(([path]) => path);
      return named.filter((path) => !existsSync(join(root, path))).map((path) => `${document}: ${path}`);
    });
    expect(missing).toEqual([]);
  });
});

function readmes(): string[] {
  return readdirSync(join(root, 'src')).map((room) => `src/${room}/README.md`);
}
