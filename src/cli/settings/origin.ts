/** Where the value of a setting was found, in the order in which places are asked. */
export type Origin =
  | { readonly from: 'option'; readonly name: string }
  | { readonly from: 'environment'; readonly name: string }
  | { readonly from: 'profile'; readonly name: string }
  | { readonly from: 'settings' }
  | { readonly from: 'default' };

/** A value and where it was found. */
export interface Found<T> {
  readonly value: T;
  readonly origin: Origin;
}

/** `--base-url`, `TUNNELCTL_BASE_URL`, `profile work`, `settings file`, `default`. */
export function formatOrigin(origin: Origin): string {
  if (origin.from === 'option' || origin.from === 'environment') return origin.name;
  if (origin.from === 'profile') return `profile ${origin.name}`;
  return origin.from === 'settings' ? 'settings file' : 'default';
}

/** The value of a variable; an empty one is the shell's way of having none. */
export function variable(
  env: Readonly<Record<string, string | undefined>>,
  name: string,
): Found<string> | undefined {
  const value = env[name];
  return value ? { value, origin: { from: 'environment', name } } : undefined;
}
