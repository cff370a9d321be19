/** From when on the agent behind a row is connected, in milliseconds since 1970; absent: from the start. */
export interface OnlineFrom {
  readonly onlineFrom: number;
}

/** What the sandbox knows of an agent beside its session's record. */
export interface AgentState extends Partial<OnlineFrom> {
  /** The newest version that the agent can get, whatever its major version. */
  readonly offeredVersion?: string;
  /** The agent's configuration forbids it to look for updates. */
  readonly refusesUpdates?: boolean;
  /** When it was told to update, in milliseconds since 1970, unless it restarted since. */
  readonly updateStartedAt?: number;
}

/** How long an agent takes to update itself, in milliseconds (contract/README.md "Agents"). */
const updateDuration = 10_000;

/** How long an agent is away when it restarts, in milliseconds: "within a second or two". */
export const reconnectDuration = 1_500;

/** Whether the agent behind a row is connected at this time: one that restarts is away for a moment. */
export function isOnline({ hidden }: { hidden: Partial<OnlineFrom> }, now: number): boolean {
  return hidden.onlineFrom === undefined || hidden.onlineFrom <= now;
}

/** Where an agent is with its update: derived from stored times, so that a restart of the service loses nothing. */
export function updateState({ updateStartedAt }: AgentState, now: number): 'none' | 'under way' | 'done' {
  if (updateStartedAt === undefined) return 'none';
  return now < updateStartedAt + updateDuration ? 'under way' : 'done';
}

/** Whether the offered version is newer within the same major version (contract/README.md "Agents"). */
export function isUpdate(current: string, offered: string | undefined): boolean {
  const [from, to] = [numbers(current), numbers(offered ?? '')];
  if (from[0] !== to[0]) return false;
  const position = to.findIndex((number, i) => number !== from[i]);
  return position >= 0 && (to[position] ?? 0) > (from[position] ?? 0);
}

function numbers(version: string): number[] {
  return version.split(/[.+-]/, 3).map((part) => Number.parseInt(part, 10) || 0);
}
