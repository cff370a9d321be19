import type { GlobalOptions } from '../settings/global-options.ts';
import type { Target } from '../settings/target.ts';
import type { Streams } from '../streams.ts';
import { dataFilePath } from './data-file.ts';

/**
 * What completion calls the service that a command runs against: the base URL, the same for all of its spellings, or
 * the sandbox's file.
 */
export function serviceName(
  target: Target,
  { data }: Pick<GlobalOptions, 'data'>,
  streams: Pick<Streams, 'env' | 'cwd'>,
): string {
  if (target.kind === 'sandbox') return `sandbox ${dataFilePath(data, streams)}`;
  const { value } = target.baseUrl;
  return URL.canParse(value) ? new URL(value).href.replace(/\/+$/, '') : value;
}
