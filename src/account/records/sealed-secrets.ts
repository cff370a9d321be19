import { protocol } from '../../contract/http/protocol.ts';
import type { Schema } from '../../contract/schema/schema.ts';
import { formatPath, type ValuePath } from '../../contract/schema/validate.ts';
import { invalidField } from './request-error.ts';
import type { Vault } from './vault.ts';

/** Sealed secrets by their paths: `target.metrics_target.api_key`. */
export type SealedSecrets = Readonly<Record<string, string>>;

/** What becomes of a secret that is given as `<SECRET>`. */
interface KeptSecrets {
  /** What was sealed before. */
  readonly sealed?: SealedSecrets;
  /** Called for each place at which nothing was: there is no secret from then on. */
  readonly onMissing?: (place: string) => void;
}

/**
 * Seals every member of the value that its schema calls secret. One that is given as `<SECRET>` keeps what was
 * sealed at its place before (contract/README.md "Event destination").
 * @throws RequestError 400 when there is nothing to keep and no `onMissing`
 */
export function sealSecrets(
  schema: Schema,
  value: unknown,
  vault: Vault,
  path: ValuePath,
  { sealed: kept = {}, onMissing }: KeptSecrets = {},
): SealedSecrets {
  const sealed: Record<string, string> = {};
  eachSecret(schema, value, path, (secret, place) => {
    const name = formatPath(place);
    if (secret !== protocol.secretMask) {
      sealed[name] = vault.seal(secret);
      return;
    }
    const stored = kept[name];
    if (stored !== undefined) sealed[name] = stored;
    else if (onMissing) onMissing(name);
    else throw invalidField(place, `is ${protocol.secretMask}, but no secret is stored to keep`);
  });
  return sealed;
}

/** The value with `<SECRET>` in the place of each secret. */
export function maskSecrets(schema: Schema, value: unknown): unknown {
  return replaceSecrets(schema, value, [], () => protocol.secretMask);
}

/**
 * The value with each secret as it was before it was sealed; one that is not there stays `<SECRET>`.
 * @param path where the value stands in what was sealed
 */
export function openSecrets(
  schema: Schema,
  value: unknown,
  vault: Vault,
  path: ValuePath,
  sealed: SealedSecrets,
): unknown {
  return replaceSecrets(schema, value, path, (place) => {
    const stored = sealed[formatPath(place)];
    return stored === undefined ? protocol.secretMask : vault.open(stored);
  });
}

function replaceSecrets(
  schema: Schema,
  value: unknown,
  path: ValuePath,
  replacement: (path: ValuePath) => string,
): unknown {
  if (typeof schema === 'boolean' || value === null) return value;
  if (schema['x-secret'] && typeof value === 'string') return replacement(path);
  if (schema.properties === undefined) return value;
  return Object.fromEntries(
    Object.entries(value as object).map(([name, member]) => [
      name,
      replaceSecrets(schema.properties?.[name] ?? true, member, [...path, name], replacement),
    ]),
  );
}

function eachSecret(
  schema: Schema,
  value: unknown,
  path: ValuePath,
  visit: (secret: string, path: ValuePath) => void,
): void {
  if (typeof schema === 'boolean' || value === undefined || value === null) return;
  if (schema['x-secret'] && typeof value === 'string') visit(value, path);
  for (const [name, member] of Object.entries(schema.properties ?? {})) {
    eachSecret(member, (value as Record<string, unknown>)[name], [...path, name], visit);
  }
}

/** Every sealed text of a row, whatever collection it is of. */
export function sealedTexts(data: object): string[] {
  const { sealedPrivateKey, hidden } = data as {
    sealedPrivateKey?: unknown;
    hidden?: { secrets?: object } | null;
  };
  const all: unknown[] = [sealedPrivateKey, ...Object.values(hidden?.secrets ?? {})];
  return all.filter((text): text is string => typeof text === 'string');
}
