import { type EffectiveSettings, ownEntry } from '../../settings/effective-settings.ts';
import { readKeysFile } from '../../settings/keys-file.ts';
import { sandboxProfile } from '../../settings/profile.ts';
import { keyIdOf } from '../login/key-check.ts';

/** A profile as it is shown: everything but its key. */
export interface ProfileDescription {
  readonly name: string;
  readonly base_url: string | null;
  /** Where its key comes from. */
  readonly key: 'stored' | 'command' | 'not needed' | null;
  readonly api_key_id: string | null;
  /** Whether commands use it when they name none. */
  readonly used: boolean;
  readonly settings: Readonly<Record<string, unknown>>;
}

/** Reads what is stored of a profile; nothing is asked of its credential-command. */
export function describeProfile(name: string, settings: EffectiveSettings): ProfileDescription {
  const { 'base-url': baseUrl, ...rest } = ownEntry(settings.stored.profiles, name) ?? {};
  const stored = ownEntry(readKeysFile(settings.directory), name);
  const isSandbox = name === sandboxProfile;
  const key = isSandbox
    ? 'not needed'
    : rest['credential-command'] !== undefined
      ? 'command'
      : stored === undefined
        ? null
        : 'stored';
  return {
    name,
    base_url: isSandbox ? null : (baseUrl ?? null),
    key,
    api_key_id: key === 'stored' && stored !== undefined ? (keyIdOf(stored.key) ?? null) : null,
    used: settings.profile?.value === name,
    settings: rest,
  };
}
