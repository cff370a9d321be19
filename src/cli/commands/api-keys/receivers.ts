import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { parseBaseUrl } from '../../../client/base-url.ts';
import { ownEntry } from '../../../contract/schema/json-object.ts';
import { readBounded } from '../../../files/read-file.ts';
import { writeWholeFile } from '../../../files/write-file.ts';
import type { CommandContext } from '../../context.ts';
import { CliError, fieldError, usageError } from '../../errors/cli-error.ts';
import { systemProblem } from '../../errors/system-problem.ts';
import { longest } from '../../input/longest.ts';
import { filePath } from '../../input/named-file.ts';
import { keyIdOf, readKeysFile } from '../../settings/keys-file.ts';
import type { Found } from '../../settings/origin.ts';
import { sandboxProfile } from '../../settings/profile.ts';
import { writableDirectory } from '../../settings/settings-file.ts';
import { findTarget } from '../../settings/target.ts';
import { changeSettings } from '../../settings/write-settings.ts';
import { shellWord } from '../../words/shell-word.ts';
import { pipeToCommand } from './pipe-to-command.ts';

/** What takes the token of a new key. */
export interface Receiver {
  /** As messages have it: `key.txt`, `profile work`, `the command`. */
  readonly name: string;
  /** Takes it. Throws an error without the token in it. */
  take(token: string): Promise<void>;
  /** The token as it arrived; undefined where that cannot be seen. Throws a CliError. */
  arrived?(): string;
  /** Whether it may have kept the token all the same when it fails. */
  readonly mayKeep: boolean;
  /** Options with which a command then uses the new key; undefined where nobody can say. */
  readonly use: string | undefined;
}

interface Places {
  readonly toFile: string | undefined;
  readonly toCommand: string | undefined;
  readonly toProfile: Found<string> | undefined;
  readonly force: boolean;
}

/** The one place that the command line names, looked at before anything is sent. Throws a CliError. */
export function chooseReceiver(id: string, places: Places, context: CommandContext): Receiver {
  const { toFile, toCommand, toProfile, force } = places;
  const given = Object.entries({ '--to-file': toFile, '--to-command': toCommand, '--to-profile': toProfile });
  const [first, second] = given.flatMap(([name, value]) => (value === undefined ? [] : [name]));
  if (second !== undefined) throw fieldError(second, `and ${first} both take the token; give one`);
  if (force && toFile === undefined) throw fieldError('--force', 'goes with --to-file alone');
  if (toFile !== undefined) return fileReceiver(toFile, force, context);
  if (toCommand !== undefined) return commandReceiver(toCommand, context);
  return profileReceiver(toProfile?.value ?? profileOfKey(id, context), context);
}

function fileReceiver(file: string, replacesAnything: boolean, { streams }: CommandContext): Receiver {
  if (file === '' || file === '-') throw fieldError('--to-file', 'names no file');
  const path = filePath(file, streams);
  if (!existsSync(dirname(path))) {
    throw fieldError('--to-file', `${file} cannot be written: there is no directory ${dirname(path)}`);
  }
  const read = () => {
    try {
      return readBounded(path, longest.text).toString().trim();
    } catch (error) {
      throw fieldError('--to-file', `cannot read ${file}: ${systemProblem(error)}`);
    }
  };
  const before = existsSync(path) ? read() : '';
  if (before !== '' && keyIdOf(before) === undefined && !replacesAnything) {
    throw fieldError(
      '--to-file',
      `${file} exists and holds no API key; name another file, or add --force to replace it`,
    );
  }
  return {
    name: file,
    async take(token) {
      try {
        await writeWholeFile(path, `${token}\n`, 0o600);
      } catch (error) {
        throw new CliError('FAILED', `cannot write ${file}: ${systemProblem(error)}`);
      }
    },
    arrived: read,
    mayKeep: false,
    use: `--api-key ${shellWord(`@${file}`)}`,
  };
}

function commandReceiver(command: string, { streams, printer }: CommandContext): Receiver {
  if (command.trim() === '') throw fieldError('--to-command', 'names no command');
  return {
    name: 'the command',
    take: (token) => pipeToCommand(command, token, streams, printer),
    mayKeep: true,
    use: undefined,
  };
}

function profileReceiver(profile: string, context: CommandContext): Receiver {
  const { stored } = context.settings;
  const target = findTarget(context);
  if (profile === sandboxProfile || target.kind === 'sandbox') {
    throw fieldError('--to-profile', 'has no key to keep for the sandbox, which asks for none');
  }
  const own = ownEntry(stored.profiles, profile);
  if (own?.['credential-command'] !== undefined) {
    throw fieldError(
      '--to-profile',
      `${profile} gets its key from its credential-command; hand the token to where that looks, with --to-command`,
    );
  }
  const { origin } = parseBaseUrl(target.baseUrl.value);
  const ownUrl = own?.['base-url'];
  if (ownUrl === undefined || parseBaseUrl(ownUrl).origin !== origin) {
    throw ofAnotherPlace(profile, ownUrl, origin);
  }
  const directory = writableDirectory(context.streams);
  return {
    name: `profile ${profile}`,
    async take(token) {
      await changeSettings(context.streams, (stored) => {
        // Somebody may have given it another service, or deleted it, since the command began.
        const { 'base-url': url } = ownEntry(stored.settings.profiles, profile) ?? {};
        if (url === undefined || parseBaseUrl(url).origin !== origin)
          throw ofAnotherPlace(profile, url, origin);
        stored.changeKey(profile, { key: token, origin });
      });
    },
    arrived: () => ownEntry(readKeysFile(directory), profile)?.key ?? '',
    mayKeep: false,
    use: `--profile ${profile}`,
  };
}

function ofAnotherPlace(profile: string, url: string | undefined, origin: string): CliError {
  return fieldError('--to-profile', `${profile} is of ${url ?? 'no service'}, and the key is of ${origin}`);
}

/** The profile in use, where the key is its own. Throws a CliError. */
function profileOfKey(id: string, { settings }: CommandContext): string {
  const profile = settings.profile?.value;
  const stored = profile === undefined ? undefined : ownEntry(readKeysFile(settings.directory), profile);
  if (profile !== undefined && stored !== undefined && keyIdOf(stored.key) === id) return profile;
  throw usageError('nothing says where the token of the new key goes', {
    field: '--to-file',
    hint: 'give --to-file, --to-command or --to-profile; a key that the profile in use has stored needs none',
  });
}

/** The error of a token that did not arrive as it was sent. */
export function notArrived({ name }: Receiver): CliError {
  return new CliError('FAILED', `${name} does not hold the token that was written to it`);
}
