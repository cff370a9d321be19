/** A line or an item that stays, goes or comes. */
export interface Step {
  readonly kind: 'same' | 'old' | 'new';
  readonly text: string;
}

// The table of two policies of the largest kind would take gigabytes; nobody reads such a comparison either.
const LARGEST_TABLE = 4_000_000;

/** How one sequence of texts becomes another, by a longest common subsequence: what goes before what comes. */
export function compareSequences(from: readonly string[], to: readonly string[]): Step[] {
  let start = 0;
  while (start < from.length && start < to.length && from[start] === to[start]) start += 1;
  let end = 0;
  const rest = Math.min(from.length, to.length) - start;
  while (end < rest && from[from.length - 1 - end] === to[to.length - 1 - end]) end += 1;
  const as = (kind: Step['kind']) => (text: string) => ({ kind, text });
  const middle = [from.slice(start, from.length - end), to.slice(start, to.length - end)] as const;
  return [
    ...from.slice(0, start).map(as('same')),
    ...compareMiddle(...middle, as),
    ...from.slice(from.length - end).map(as('same')),
  ];
}

function compareMiddle(
  from: readonly string[],
  to: readonly string[],
  as: (kind: Step['kind']) => (text: string) => Step,
): Step[] {
  const width = to.length + 1;
  if (from.length === 0 || to.length === 0 || from.length * width > LARGEST_TABLE) {
    return [...from.map(as('old')), ...to.map(as('new'))];
  }
  // lengths[i * width + j]: how much from[i…] and to[j…] have in common.
  const lengths = new Uint32Array((from.length + 1) * width);
  const at = (i: number, j: number) => lengths[i * width + j] ?? 0;
  for (let i = from.length - 1; i >= 0; i--) {
    for (let j = to.length - 1; j >= 0; j--) {
      lengths[i * width + j] =
        from[i] === to[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const steps: Step[] = [];
  let i = 0;
  let j = 0;
  while (i < from.length || j < to.length) {
    const [old, fresh] = [from[i], to[j]];
    if (old !== undefined && old === fresh) {
      steps.push(as('same')(old));
      i += 1;
      j += 1;
    } else if (old !== undefined && (fresh === undefined || at(i + 1, j) >= at(i, j + 1))) {
      steps.push(as('old')(old));
      i += 1;
    } else {
      steps.push(as('new')(fresh ?? ''));
      j += 1;
    }
  }
  return steps;
}
