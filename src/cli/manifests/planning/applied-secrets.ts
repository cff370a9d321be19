import { dirname, join } from 'node:path';
import { isObject } from '../../../contract/schema/json-object.ts';
import { makeDirectory } from '../../../files/directories.ts';
import { readBounded } from '../../../files/read-file.ts';
import { longest } from '../../input/longest.ts';
import type { Streams } from '../../streams.ts';
import type { AppliedBefore } from './compare.ts';
import { isDigestOf, secretDigest } from './secret-digest.ts';
import type { UnreadableValue } from './unreadable.ts';

/** Digests of what was applied, by record and by member. */
type Applied = Record<string, Record<string, string>>;

/** What this program applied last of what no record shows. */
export interface AppliedSecrets {
  /** @param name what a record is remembered by: `addressName` */
  before(name: string): AppliedBefore;
  /** Notes what was applied to a record; written to the file by `save`. */
  note(name: string, values: readonly UnreadableValue[]): void;
  /** Nothing of a record that is gone is kept. */
  forget(name: string): void;
  /** Keeps what was noted, beside what others noted meanwhile. Throws the system's error. */
  save(): Promise<void>;
}

/** Where it is kept: `tunnelctl/applied.json` in `XDG_STATE_HOME`, else in `~/.local/state`; undefined without a home. */
export function appliedFile(env: Streams['env']): string | undefined {
  const { XDG_STATE_HOME: state, HOME: home = env.USERPROFILE } = env;
  const directory = state?.startsWith('/') ? state : home && join(home, '.local', 'state');
  return directory && join(directory, 'tunnelctl', 'applied.json');
}

/**
 * Reads what was applied from this machine. A file that is missing or damaged says nothing: then a secret is sent where
 * somebody asks for it, with `--rotate`.
 */
export function openAppliedSecrets({ env, clock }: Pick<Streams, 'env' | 'clock'>): AppliedSecrets {
  const file = appliedFile(env);
  const known = file === undefined ? {} : read(file);
  const noted = new Map<string, Record<string, string> | undefined>();
  return {
    before(name) {
      const digests = known[name] ?? {};
      return (path, value) => {
        const digest = digests[path.join('.')];
        return digest === undefined ? undefined : isDigestOf(value, digest);
      };
    },
    note(name, values) {
      if (values.length === 0) return;
      noted.set(
        name,
        Object.fromEntries(values.map(({ path, value }) => [path.join('.'), secretDigest(value)])),
      );
    },
    forget(name) {
      if (known[name] !== undefined) noted.set(name, undefined);
    },
    async save() {
      if (file === undefined || noted.size === 0) return;
      const { withLock } = await import('../../../files/lock-file.ts');
      const { writeWholeFile } = await import('../../../files/write-file.ts');
      makeDirectory(dirname(file));
      await withLock(`${file}.lock`, clock, async () => {
        const applied: Applied = { ...read(file) };
        for (const [name, digests] of noted) {
          if (digests === undefined) delete applied[name];
          else applied[name] = { ...applied[name], ...digests };
        }
        await writeWholeFile(file, `${JSON.stringify({ version: 1, applied })}\n`, 0o600);
      });
      noted.clear();
    },
  };
}

function read(file: string): Applied {
  try {
    const content: unknown = JSON.parse(readBounded(file, longest.file).toString());
    const applied = isObject(content) && content.version === 1 ? content.applied : {};
    if (!isObject(applied)) return {};
    return Object.fromEntries(Object.entries(applied).filter(([, digests]) => isDigests(digests))) as Applied;
  } catch {
    return {};
  }
}

function isDigests(value: unknown): value is Record<string, string> {
  return isObject(value) && Object.values(value).every((digest) => typeof digest === 'string');
}
