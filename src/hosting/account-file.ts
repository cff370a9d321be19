import { readAccount } from '../account/records/account.ts';
import { type AccountInfo, readAccountInfo } from '../account/resources/account-info.ts';
import { resetAccount } from '../account/resources/open-account.ts';
import { applySeed, importAccount, type SeedReport, type SeedSource } from '../account/seed/apply.ts';
import { exportAccount, exportHead } from '../account/seed/export.ts';
import { type DocumentFormat, documentText } from '../documents/write-document.ts';
import { openService } from './open-service.ts';

export type { NewAgent } from '../account/agents/new-agent.ts';
export type { AccountInfo } from '../account/resources/account-info.ts';
export type { SeedReport, SeedSource } from '../account/seed/apply.ts';

export interface ExportOptions {
  readonly format: DocumentFormat;
  readonly withSecrets: boolean;
}

/** A data file, open for its owner: what is done to an account as a whole. */
export interface AccountFile {
  info(): Promise<AccountInfo>;
  /** Writes the account as it is at one moment, chunk by chunk, as a seed that brings it back. */
  export(options: ExportOptions, write: (chunk: string) => Promise<void>): Promise<void>;
  /** Undefined when the account has the seed already. Throws a DocumentError. */
  seed(source: SeedSource): Promise<SeedReport | undefined>;
  /** Throws a DocumentError, among others for what is in the account already. */
  import(source: SeedSource): Promise<SeedReport>;
  /** Replaces the account by a new one, also under a service that has the file open. */
  reset(): Promise<AccountInfo>;
  close(): Promise<void>;
}

/**
 * Opens a data file, made if it is missing.
 * @throws StoreFileError when the file cannot be used
 */
export async function openAccountFile(file: string): Promise<AccountFile> {
  const service = await openService(file);
  return {
    info: () => readAccountInfo(service.store),
    async export({ format, withSecrets }, write) {
      const { vault, store } = service;
      await store.snapshot(async (snapshot) => {
        const head = exportHead((await readAccount(snapshot))?.id ?? '', withSecrets);
        const pieces = exportAccount({ snapshot, vault, withSecrets });
        for await (const chunk of documentText(pieces, format, head)) await write(chunk);
      });
    },
    seed: (source) => applySeed(service, source),
    import: (source) => importAccount(service, source),
    async reset() {
      await resetAccount(service.store, service.vault, service.now);
      return readAccountInfo(service.store);
    },
    close: service.close,
  };
}
