import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

// What a process leaves on the disk says whose it is: a number alone may be another process's by now, or be one of
// another machine that shares the folder. The mark is `4711-1f3c-6b1d9c22-0c4e11aa`: process, when it started, since
// which start of the machine (both known on Linux alone), and on which machine, a container being one of its own.

/** What a mark looks like, for names that hold one. */
export const processMark = '\\d+-[0-9a-z]+-[0-9a-z]+-[0-9a-z]+';

/** The mark of this process. */
export function ownMark(): string {
  own ??= [process.pid, startOf(process.pid) ?? unknown, ...placeOf()].join('-');
  return own;
}

let own: string | undefined;
const unknown = '0';

/**
 * Whether the process of a mark still runs. Undefined where nobody can say from here: it is of another machine, or the
 * text is no mark.
 */
export function isRunning(mark: string): boolean | undefined {
  if (!new RegExp(`^${processMark}$`).test(mark)) return undefined;
  const [id = '', start, boot, machine] = mark.split('-');
  const [ownBoot, ownMachine] = placeOf();
  if (machine !== ownMachine) return undefined;
  if (boot !== ownBoot) return false;
  const pid = Number(id);
  if (!exists(pid)) return false;
  return start === unknown || process.platform !== 'linux' || startOf(pid) === start;
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Another user's.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Since when a process runs (proc(5): member 22 of its stat); undefined where it does not, or its parent has not yet noticed its end. */
function startOf(pid: number): string | undefined {
  // The second member is the program's name, which may hold anything.
  const [, rest = ''] = /^.*\) (.*)$/s.exec(readIfThere(`/proc/${pid}/stat`)) ?? [];
  const members = rest.split(' ');
  const [state = ''] = members;
  const start = members[19];
  return start === undefined || 'ZX'.includes(state) ? undefined : Number(start).toString(36);
}

/** Which start of the machine this is, and which machine. */
function placeOf(): readonly [boot: string, machine: string] {
  place ??= [
    shortened(readIfThere('/proc/sys/kernel/random/boot_id')),
    shortened(`${hostname()} ${processNamespace()}`),
  ];
  return place;
}

let place: readonly [string, string] | undefined;

/** Containers may be called alike; their processes have numbers of their own. */
function processNamespace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return '';
  }
}

function readIfThere(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

/** Enough to tell a few machines apart (FNV-1a); loading what does it better takes milliseconds. */
function shortened(text: string): string {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return (hash >>> 0).toString(36);
}
