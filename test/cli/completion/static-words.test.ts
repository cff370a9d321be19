import { afterAll, describe, expect, it } from 'vitest';
import {
  completeAllInBash,
  completeAllInFish,
  completeAllInZsh,
  completeInBash,
  completeInFish,
  completeInZsh,
  isInstalled,
  makeHome,
} from './in-shells.ts';

/** Lines, and the whole words that can stand at their ends: the same in every shell. */
const cases: Readonly<Record<string, readonly string[]>> = {
  'tunnelctl end': ['endpoints'],
  'tunnelctl endpoints l': ['list'],
  'tunnelctl edges tcp ': ['ip-restriction'],
  'tunnelctl app users g': ['get'],
  'tunnelctl -o json endpoints cre': ['create'],
  'tunnelctl --base-url http://127.0.0.1:1 -o json endpoints cre': ['create'],
  'tunnelctl --output=json endpoints cre': ['create'],
  'tunnelctl endpoints list --outp': ['--output'],
  'tunnelctl endpoints create --pool': ['--pooling-enabled'],
  'tunnelctl endpoints create --no-pool': ['--no-pooling-enabled'],
  'tunnelctl endpoints create --url https://a.example.com --bindings k': ['kubernetes'],
  'tunnelctl ssh-credentials create --acl bind:x.example.com --desc': ['--description'],
  'tunnelctl ssh-credentials create --acl bind:x --ac': ['--acl'],
  "tunnelctl endpoints create --description 'two words' --meta": ['--metadata'],
  'tunnelctl -o js': ['json', 'jsonl'],
  'tunnelctl endpoints list --columns ur': ['uri', 'url'],
  'tunnelctl endpoints list --where ur': ['uri=', 'url='],
  'tunnelctl api-keys list --owner m': ['me'],
  'tunnelctl explain ERR_UNK': [
    'ERR_UNKNOWN_VERSION',
    'ERR_UNKNOWN_FIELD',
    'ERR_UNKNOWN_API_KEY',
    'ERR_UNKNOWN_PATH',
  ],
  'tunnelctl event-sources create esb_1 --type tunnel_session_': [
    'tunnel_session_started.v0',
    'tunnel_session_stopped.v0',
  ],
  'tunnelctl config get base': ['base-url'],
  'tunnelctl completion f': ['fish'],
  'tunnelctl completion install --shell p': ['powershell'],
  'tunnelctl help kube': ['kubernetes-operators'],
  'tunnelctl help endpoints up': ['update'],
  'tunnelctl help envir': ['environment'],
  'tunnelctl api PA': ['PATCH'],
  'tunnelctl --profile san': ['sandbox'],
  'tunnelctl profiles show s': ['sandbox'],
  // Behind another word for a command completes what the command takes; the word itself is not offered.
  'tunnelctl endpoint ls --wh': ['--where'],
  'tunnelctl app user rm --ignore': ['--ignore-not-found'],
  'tunnelctl help event-source ne': [],
  // After -- nothing is an option, and what is no command leads nowhere.
  'tunnelctl endpoints create -- --desc': [],
  'tunnelctl nonsense ': [],
  'tunnelctl help endpoints get ': [],
};

/** The same where part of the word stands already, which zsh and fish repeat and readline leaves alone. */
const withinWords: Readonly<Record<string, readonly [before: string, behind: readonly string[]]>> = {
  'tunnelctl --output=js': ['--output=', ['json', 'jsonl']],
  'tunnelctl endpoints create --traffic-policy @pol': ['@', ['policies/', 'policy.yml']],
  'tunnelctl endpoints create --traffic-policy=@policy': ['--traffic-policy=@', ['policy.yml']],
  'tunnelctl endpoints list --where type=': ['type=', ['ephemeral', 'edge', 'cloud']],
  'tunnelctl endpoints wait x --for pooling_enabled=t': ['pooling_enabled=', ['true']],
  'tunnelctl --data=policy.': ['--data=', ['policy.yml']],
};

// Where part of the word is no break for readline, it is repeated in bash too.
const repeated: Readonly<Record<string, readonly string[]>> = {
  'tunnelctl -oy': ['-oyaml'],
  'tunnelctl endpoints list --columns id,ur': ['id,uri', 'id,url'],
  'tunnelctl endpoints list --columns url,ur': ['url,uri'],
  'tunnelctl endpoints list --sort-by -cre': ['-created_at'],
};

const home = makeHome({}, afterAll);

const lines = [cases, repeated, withinWords].flatMap(Object.keys);

/** Completes all of the lines when the first one is asked for. */
function together<T>(complete: (all: readonly string[]) => Promise<T[]>): (line: string) => Promise<T> {
  let all: Promise<T[]> | undefined;
  return async (line) => {
    all ??= complete(lines);
    return (await all)[lines.indexOf(line)] as T;
  };
}

const sorted = (words: readonly string[]) => [...words].sort();
const wordsOf = (matches: readonly (readonly [string, string])[]) => sorted(matches.map(([match]) => match));

describe('in bash', () => {
  const inserted = together((all) => completeAllInBash(all, home, 37));
  const insert = (line: string) => completeInBash(line, home, 37);

  it.each(Object.entries({ ...cases, ...repeated }))('completes %j', async (line, words) => {
    expect(sorted(await inserted(line))).toEqual(sorted(words));
  });

  it.each(Object.entries(withinWords))('completes %j behind the last break', async (line, [, behind]) => {
    expect(sorted(await inserted(line))).toEqual(sorted(behind));
  });

  it('shows what several words mean, and inserts one alone', async () => {
    expect(await completeInBash('tunnelctl endpoints list --c', home)).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^--columns +\(show these alone, separated by commas: id,principal\.id\)$/),
        expect.stringMatching(
          /^--csv-safe +\(with -o csv: let no value be a formula when a spreadsheet opens it\)$/,
        ),
      ]),
    );
    expect(await completeInBash('tunnelctl endpoints list --col', home)).toEqual(['--columns']);
  });

  it('offers an option again only where it may be repeated', async () => {
    expect(await insert('tunnelctl endpoints create --url x --ur')).toEqual([]);
    expect(await insert('tunnelctl ssh-credentials create --acl x --ac')).toEqual(['--acl']);
  });
});

describe.skipIf(!isInstalled('zsh'))('in zsh (skipped where there is no zsh)', () => {
  const offered = together((all) => completeAllInZsh(all, home));

  it.each(Object.entries({ ...cases, ...repeated }))('completes %j', async (line, words) => {
    expect(wordsOf(await offered(line))).toEqual(sorted(words));
  });

  it.each(Object.entries(withinWords))(
    'completes %j with what stands in front',
    async (line, [before, behind]) => {
      // Directories get their slash from zsh when they are inserted.
      const words = behind.map((word) => before + word.replace(/\/$/, ''));
      expect(wordsOf(await offered(line))).toEqual(sorted(words));
    },
  );

  it('shows what words mean', async () => {
    expect(await completeInZsh('tunnelctl endpoints li', home)).toEqual([
      ['list', 'List active endpoints of every type'],
    ]);
  });
});

describe.skipIf(!isInstalled('fish'))('in fish (skipped where there is no fish)', () => {
  const offered = together((all) => completeAllInFish(all, home));
  // Fish also offers words that hold the typed letters elsewhere, where none begins with them.
  const beginning = async (line: string) => {
    const typed = line.split(' ').at(-1) ?? '';
    return wordsOf((await offered(line)).filter(([match]) => match.startsWith(typed)));
  };

  it.each(Object.entries({ ...cases, ...repeated }))('completes %j', async (line, words) => {
    expect(await beginning(line)).toEqual(sorted(words));
  });

  it.each(Object.entries(withinWords))(
    'completes %j with what stands in front',
    async (line, [before, behind]) => {
      expect(await beginning(line)).toEqual(sorted(behind.map((word) => before + word)));
    },
  );

  it('shows what words mean', async () => {
    expect(await completeInFish('tunnelctl endpoints li', home)).toEqual([
      ['list', 'List active endpoints of every type'],
    ]);
  });
});
