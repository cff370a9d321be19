/**
 * How far each of several things got that were under way when the power went, as the random numbers have it: nothing,
 * all, any part, all but one, or one alone. The last two are what finds the one sync that is missing.
 * @param steps how many steps each of them has
 */
export function progress(steps: readonly number[], random: () => number): number[] {
  const below = (count: number) => Math.floor(random() * count);
  const none = steps.map(() => 0);
  const one = below(steps.length);
  switch (below(5)) {
    case 0:
      return none;
    case 1:
      return [...steps];
    case 2:
      return steps.map((count) => below(count + 1));
    case 3:
      return steps.map((count, i) => (i === one ? below(count) : count));
    default:
      return steps.map((count, i) => (i === one ? 1 + below(count) : 0));
  }
}
