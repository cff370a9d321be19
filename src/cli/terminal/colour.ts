import type { Streams } from '../streams.ts';

/** When output is coloured, where a setting says so. */
export type ColourChoice = 'auto' | 'always' | 'never';

/**
 * Whether a stream gets colours: a terminal does. `FORCE_COLOR` and `CLICOLOR_FORCE` give them to pipes too;
 * `NO_COLOR`, `CLICOLOR=0` and `TERM=dumb` take them away. Who forces wins, and a setting of our own stands above
 * them all, as no-color.org has it.
 */
export function hasColour(env: Streams['env'], isTTY: boolean, choice: ColourChoice = 'auto'): boolean {
  if (choice !== 'auto') return choice === 'always';
  if (isOn(env.FORCE_COLOR) || isOn(env.CLICOLOR_FORCE)) return true;
  const isForbidden = isOff(env.FORCE_COLOR) || isOff(env.CLICOLOR) || Boolean(env.NO_COLOR);
  return !isForbidden && isTTY && env.TERM !== 'dumb';
}

// An empty variable is the shell's way of having none.
function isOn(value: string | undefined): boolean {
  return value !== undefined && value !== '' && !isOff(value);
}

function isOff(value: string | undefined): boolean {
  return value === '0' || value === 'false';
}

const codes = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33, blue: 34, magenta: 35, cyan: 36 } as const;

export type Style = keyof typeof codes;

/** The text in a style, and everything as before behind it (ECMA-48 SGR). */
export function paint(text: string, style: Style): string {
  const off = codes[style] < 3 ? 22 : 39;
  return `\u001b[${codes[style]}m${text}\u001b[${off}m`;
}
