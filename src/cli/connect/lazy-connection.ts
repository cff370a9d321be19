import type { CommandContext } from '../context.ts';
import type { TextSource } from '../input/text-source.ts';
import type { GlobalOptions } from '../parser/global-options.ts';
import { type Connection, connect } from './connection.ts';

/** A connection that is made when the first thing needs it: a list to choose from, or the request itself. */
export interface LazyConnection {
  open(): Promise<Connection>;
  close(): Promise<void>;
}

/** @param texts where a key given as an option comes from */
export function connectLater(
  options: GlobalOptions,
  context: CommandContext,
  texts: TextSource,
): LazyConnection {
  let connection: Promise<Connection> | undefined;
  return {
    open() {
      connection ??= connect(options, context.streams, texts);
      return connection;
    },
    async close() {
      const opened = await connection?.catch(() => undefined);
      await opened?.close();
    },
  };
}
