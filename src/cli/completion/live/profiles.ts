import type { Answer } from '../../connect/answer-cache.ts';
import { profileNames, sandboxProfile } from '../../settings/profile.ts';
import { readSettingsFile, settingsDirectory } from '../../settings/settings-file.ts';
import type { Streams } from '../../streams.ts';
import { sanitizeLine } from '../../terminal/sanitize.ts';

/** The profiles of the settings file, each with where it is. */
export function listProfiles(streams: Streams): Answer[] {
  const stored = readSettingsFile(settingsDirectory(streams));
  return profileNames(stored).map((name) => {
    const place =
      name === sandboxProfile ? 'the service in this process' : stored.profiles?.[name]?.['base-url'];
    return [name, sanitizeLine(place ?? '')];
  });
}
