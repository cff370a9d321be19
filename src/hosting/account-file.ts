import { existsSync } from 'node:fs';
import { type SimulatedAgents, simulatedAgents } from '../account/agents/simulated-agents.ts';
import { readAccount, readPrincipal } from '../account/records/account.ts';
import { resetAccount } from '../account/resources/open-account.ts';
import { listAuthorities } from '../account/resources/ssh-certificate-authorities.ts';
import { applySeed, importAccount, type SeedReport, type SeedSource } from '../account/seed/apply.ts';
import { exportAccount, exportHeader, type SeedFormat, seedText } from '../account/seed/export.ts';
import type { StoreDescription } from '../store/store.ts';
import { type OpenService, openService } from './open-service.ts';

export type { NewAgent } from '../account/agents/new-agent.ts';
export type { SeedReport, SeedSource } from '../account/seed/apply.ts';
export type { SeedFormat } from '../account/seed/export.ts';

/** What stands in a data file, for its owner. */
export interface AccountInfo extends StoreDescription {
  readonly accountId: string;
  readonly admin: { readonly id: string; readonly name: string };
  readonly authorities: readonly {
    readonly id: string;
    readonly description: string;
    readonly publicKey: string;
  }[];
}

export interface ExportOptions {
  readonly format: SeedFormat;
  readonly withSecrets: boolean;
}

/** A data file, open for its owner: what is done to an account as a whole. */
export interface AccountFile {
  info(): Promise<AccountInfo>;
  /** Writes the account as it is at one moment, chunk by chunk, as a seed that brings it back. */
  export(options: ExportOptions, write: (chunk: string) => Promise<void>): Promise<void>;
  /** Undefined when the account has the seed already. Throws a SeedError. */
  seed(source: SeedSource): Promise<SeedReport | undefined>;
  /** Throws a SeedError, among others for what is in the account already. */
  import(source: SeedSource): Promise<SeedReport>;
  /** Replaces the account by a new one, also under a service that has the file open. */
  reset(): Promise<AccountInfo>;
  /** The agents that seem to be connected. */
  readonly agents: SimulatedAgents;
  close(): Promise<void>;
}

/** Whether there is a data file at this path; opening it would make one. */
export function hasAccountFile(file: string): boolean {
  return existsSync(file);
}

/**
 * Opens a data file, made if it is missing.
 * @param baseUrl what URIs of records start with
 * @throws StoreFileError when the file cannot be used
 */
export async function openAccountFile(file: string, baseUrl: string): Promise<AccountFile> {
  const service = await openService(file);
  return {
    info: () => readInfo(service),
    async export({ format, withSecrets }, write) {
      const { vault, store } = service;
      await store.snapshot(async (snapshot) => {
        const head = exportHeader((await readAccount(snapshot))?.id ?? '', withSecrets);
        const pieces = exportAccount({ snapshot, vault, withSecrets });
        for await (const chunk of seedText(pieces, format, head)) await write(chunk);
      });
    },
    seed: (source) => applySeed(service, source),
    import: (source) => importAccount(service, source),
    async reset() {
      await resetAccount(service.store, service.vault, service.now);
      return readInfo(service);
    },
    agents: simulatedAgents(service, baseUrl),
    close: service.close,
  };
}

async function readInfo({ store, account: opened }: OpenService): Promise<AccountInfo> {
  const account = (await readAccount(store)) ?? opened;
  const admin = await readPrincipal(store, account.adminId);
  const authorities = await listAuthorities(store);
  return {
    ...(await store.describe()),
    accountId: account.id,
    admin: { id: account.adminId, name: admin?.name ?? '' },
    authorities: authorities.map(({ id, description, publicKey }) => ({ id, description, publicKey })),
  };
}
