import type { CommandContext } from '../context.ts';
import { type Connection, connect } from './connection.ts';

/** A connection that is made when the first thing needs it: a list to choose from, or the request itself. */
export interface LazyConnection {
  open(): Promise<Connection>;
  close(): Promise<void>;
}

export function connectLater(context: CommandContext): LazyConnection {
  let connection: Promise<Connection> | undefined;
  return {
    open() {
      connection ??= connect(context);
      return connection;
    },
    async close() {
      const opened = await connection?.catch(() => undefined);
      await opened?.close();
    },
  };
}
