import { sanitizeLine } from '../../output/sanitize.ts';
import { profileNames, sandboxProfile } from '../../settings/profile.ts';
import { settingsDirectory } from '../../settings/settings-directory.ts';
import { readSettingsFile } from '../../settings/settings-file.ts';
import type { Streams } from '../../streams.ts';
import type { Answer } from './answer-cache.ts';

/** The profiles of the settings file, each with where it is. */
export function listProfiles(streams: Streams): Answer[] {
  const stored = readSettingsFile(settingsDirectory(streams));
  return profileNames(stored).map((name) => {
    const place =
      name === sandboxProfile ? 'the service in this process' : stored.profiles?.[name]?.['base-url'];
    return [name, sanitizeLine(place ?? '')];
  });
}
