/** The time that a service believes in. */
export interface ClockOptions {
  /** What its clock shows at the start, in milliseconds since 1970; the real time by default. */
  readonly startMs?: number | undefined;
  /** How many times faster than the real one it runs; 0 stops it. */
  readonly scale?: number | undefined;
}

/** Ids hold seconds in 32 bits, up to June 2150; a clock that runs fast stops before. */
const lastTime = Date.UTC(2150, 0, 1);

/** A clock that starts now; `Date.now` itself where nothing else is asked for. */
export function scaledClock({ startMs, scale = 1 }: ClockOptions = {}): () => number {
  if (startMs === undefined && scale === 1) return Date.now;
  const begun = performance.now();
  const start = startMs ?? Date.now();
  return () => Math.min(Math.floor(start + (performance.now() - begun) * scale), lastTime);
}
