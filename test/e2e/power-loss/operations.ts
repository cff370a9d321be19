/** One thing that a program did to its files. Paths are absolute and without links. */
export type FileOperation =
  | {
      readonly kind: 'open';
      readonly path: string;
      /** Makes the file where there is none. */
      readonly creates: boolean;
      readonly empties: boolean;
    }
  | {
      readonly kind: 'write';
      readonly path: string;
      /** In bytes. */
      readonly offset: number | 'end';
      readonly bytes: Buffer;
    }
  | { readonly kind: 'truncate'; readonly path: string; readonly size: number }
  | {
      /** Puts a file or a directory on the medium as it was at the moment `began`. */
      readonly kind: 'sync';
      readonly path: string;
      readonly began: number;
    }
  | { readonly kind: 'mkdir' | 'remove'; readonly path: string }
  | { readonly kind: 'link' | 'rename'; readonly from: string; readonly path: string };

/** What left the program: an answer to a client, or a text on its standard output. */
export interface Answer {
  readonly kind: 'answer';
  readonly text: string;
}

/** What was done, and when: moments only grow, and are the same for nothing else. */
export type Recorded<T = FileOperation | Answer> = T & { readonly at: number };

/** An operation as a message names it. */
export function nameOf(operation: FileOperation | Answer): string {
  switch (operation.kind) {
    case 'answer':
      return 'an answer';
    case 'link':
    case 'rename':
      return `${operation.kind} ${operation.from} to ${operation.path}`;
    default:
      return `${operation.kind} ${operation.path}`;
  }
}
