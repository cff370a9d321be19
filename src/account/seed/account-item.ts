import { createHash, createPrivateKey, X509Certificate } from 'node:crypto';
import { formatTimestamp, parseTimestamp } from '../../contract/rules/time.ts';
import type { FromSchema, ObjectSchema } from '../../contract/schema/schema.ts';
import type { Reader, Snapshot, Transaction } from '../../store/store.ts';
import { readClientAuthority } from '../certificates/x509/client-certificates.ts';
import { accountCollections, readAccount, wasServedBefore } from '../records/account.ts';
import type { ExportContext } from '../rules/seed-list.ts';
import { idSchema, word } from '../rules/seed-members.ts';

const prefix = 'seed:';

/** What to put into an account: the content of a file, with what messages call the file, or the built-in account. */
export type SeedSource = { readonly name: string; readonly text: string } | 'demo';

/** What a seed is known by in an account that has it: `demo`, or the SHA-256 of a file's content. */
export function nameOfSeed(source: SeedSource): string {
  return source === 'demo' ? source : createHash('sha256').update(source.text).digest('hex');
}

export async function isApplied(reader: Reader, name: string): Promise<boolean> {
  return (await reader.get(accountCollections.settings, prefix + name)) !== undefined;
}

/** @param at milliseconds since 1970 */
export async function markApplied(transaction: Transaction, name: string, at: number): Promise<void> {
  const row = { appliedAt: formatTimestamp(at) };
  await transaction.put(accountCollections.settings, prefix + name, row);
}

/** A seed that an account has, as another seed has it. */
interface AppliedSeed {
  readonly name: string;
  readonly applied_at: string;
}

/** Marks the seeds that are in an account which a seed brings along; of those that are known, nothing changes. */
export async function addAppliedSeeds(
  transaction: Transaction,
  seeds: readonly AppliedSeed[] = [],
): Promise<void> {
  for (const { name, applied_at: at } of seeds) {
    if (!(await isApplied(transaction, name))) await markApplied(transaction, name, parseTimestamp(at));
  }
}

/** The seeds that the account has. */
async function appliedSeeds(snapshot: Snapshot): Promise<AppliedSeed[]> {
  const seeds: AppliedSeed[] = [];
  for await (const { id, data } of snapshot.rows(accountCollections.settings)) {
    if (id.startsWith(prefix))
      seeds.push({ name: id.slice(prefix.length), applied_at: String(data.appliedAt) });
  }
  return seeds;
}

const pem = { type: 'string', minLength: 1, 'x-max-bytes': 16_384 } as const satisfies ObjectSchema;

/** The account itself, as a seed has it. */
export const accountItem = {
  type: 'object',
  additionalProperties: false,
  properties: {
    id: { ...idSchema('ac'), description: 'id of the account; taken by an account that was not used yet' },
    admin_id: {
      type: 'string',
      description:
        'the admin among the users of the seed that an account which was not used yet gets in place of the one ' +
        'made with it; SSH authorities of the seed then replace the one made with it, too',
    },
    may_report_abuse: { type: 'boolean', description: 'whether the account may file abuse reports' },
    served: {
      type: 'boolean',
      description: 'whether serve has shown an API key at its first start; if not, it makes one at its next',
    },
    applied_seeds: {
      type: 'array',
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['name', 'applied_at'],
        properties: {
          name: {
            ...word,
            pattern: '^[0-9a-z]+$',
            description: 'demo, or the SHA-256 of a file in hexadecimal',
          },
          applied_at: {
            type: 'string',
            format: 'date-time',
            description: 'when it was put into the account',
          },
        },
        description: 'a seed',
      },
      description: 'seeds that are in the account already, so that they are not put into it another time',
    },
    client_authority: {
      type: 'object',
      additionalProperties: false,
      required: ['certificate', 'private_key'],
      properties: {
        certificate: { ...pem, description: 'its certificate, PEM' },
        private_key: { ...pem, 'x-secret': true, description: 'its private key, PEM' },
      },
      description:
        "the authority that signs operators' client certificates; made when it is needed if not given",
    },
  },
  description: 'the account itself',
} as const satisfies ObjectSchema;

export type AccountItem = FromSchema<typeof accountItem>;

/** Whether a client authority is a pair of certificate and key; else nothing that it signs would verify. */
export function isPair({ certificate, private_key }: NonNullable<AccountItem['client_authority']>): boolean {
  try {
    return new X509Certificate(certificate).checkPrivateKey(createPrivateKey(private_key));
  } catch {
    return false;
  }
}

/** The account itself in an export. */
export async function exportAccountItem(
  context: Pick<ExportContext, 'snapshot' | 'vault' | 'withSecrets'>,
): Promise<AccountItem> {
  const { snapshot, vault, withSecrets } = context;
  const account = await readAccount(snapshot);
  if (!account) throw new Error('the data file holds no account');
  const applied = await appliedSeeds(snapshot);
  const authority = withSecrets ? await readClientAuthority(snapshot, vault) : undefined;
  return {
    id: account.id,
    admin_id: account.adminId,
    may_report_abuse: account.mayReportAbuse,
    // Without secrets no key of the account is of use, so that serve has to make one.
    ...(withSecrets && (await wasServedBefore(snapshot)) && { served: true }),
    ...(applied.length > 0 && { applied_seeds: applied }),
    ...(authority && {
      client_authority: { certificate: authority.certificate, private_key: authority.privateKey },
    }),
  };
}
