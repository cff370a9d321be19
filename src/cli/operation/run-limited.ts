/** What running something for one target came to. */
export type Outcome<T, R> =
  | { readonly target: T; readonly result: R; readonly error?: undefined }
  | { readonly target: T; readonly error: unknown };

/** How many requests are under way at the same time: enough to hide their latency, few enough to be polite. */
export const AT_ONCE = 4;

/**
 * Runs something for each target, a few at a time, and tells the outcomes in the order of the targets. A failure
 * does not end it, unless it is one that all others would meet as well: then nothing more is begun.
 */
export async function* runLimited<T, R>(
  targets: readonly T[],
  run: (target: T) => Promise<R>,
  isHopeless: (error: unknown) => boolean,
  atOnce = AT_ONCE,
): AsyncGenerator<Outcome<T, R>, void> {
  const underWay: Promise<Outcome<T, R>>[] = [];
  let end = targets.length;
  const start = (target: T) =>
    run(target).then(
      (result) => ({ target, result }),
      (error: unknown) => {
        if (isHopeless(error)) end = next;
        return { target, error };
      },
    );
  let next = 0;
  while (next < end || underWay.length > 0) {
    while (next < end && underWay.length < atOnce) underWay.push(start(targets[next++] as T));
    yield await (underWay.shift() as Promise<Outcome<T, R>>);
  }
}
