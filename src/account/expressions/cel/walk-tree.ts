/** A visit of one node: it yields a node below and gets its result, as a recursive function would by calling itself. */
export type Visit<Node, Result> = Generator<Node, Result, Result>;

/**
 * Walks a tree of any depth: what waits for a result waits on the heap. A chain of 4,096 bytes is deep enough to meet
 * the end of the stack, which is somewhere else in each process.
 */
export function walkTree<Node, Result>(root: Node, visit: (node: Node) => Visit<Node, Result>): Result {
  const waiting = [visit(root)];
  let answer: Result | undefined;
  for (;;) {
    const step = (waiting.at(-1) as Visit<Node, Result>).next(answer as Result);
    if (!step.done) {
      waiting.push(visit(step.value));
      answer = undefined;
      continue;
    }
    waiting.pop();
    answer = step.value;
    if (waiting.length === 0) return answer;
  }
}
