import type { SeedSource } from '../../../hosting/account-file.ts';
import { createStdinReader } from '../../input/stdin-reader.ts';
import { decodeText, readNamedFile } from '../../input/text-source.ts';
import type { Streams } from '../../streams.ts';

/** The text of a seed: a file, or stdin for `-`. Throws a UsageError. @param place what names it: `<file>` */
export async function readSeedText(
  place: string,
  name: string,
  streams: Streams,
): Promise<Exclude<SeedSource, 'demo'>> {
  const isStdin = name === '-';
  const bytes = isStdin ? await createStdinReader(streams).read(place) : readNamedFile(place, name, streams);
  return { name: isStdin ? 'stdin' : name, text: decodeText(place, name, bytes) };
}
