/** What is known of a value in a CEL expression before it runs. */
export interface ValueShape {
  /** CEL's name of its type; `dyn` where any will do. */
  readonly type: string;
  /** Of a map whose keys are known: these and no others. */
  readonly members?: Readonly<Record<string, ValueShape>>;
  /** Of a list, or of a map with any keys: what is in it. */
  readonly element?: ValueShape;
}

/** A way to call a function: types of what it is called on, if anything, and of its arguments. */
export interface Signature {
  readonly target?: string | undefined;
  readonly takes: readonly string[];
  readonly gives: ValueShape;
}
