/**
 * One HTTP request as plain data. The client's transports and the service's app speak it, so that a command
 * can call the app in process just as well as over a socket.
 */
export interface HttpRequest {
  method: string;
  /** Path and query as they stand in the request line: `/endpoints?limit=5`. */
  target: string;
  /** Names in lower case. */
  headers: Readonly<Record<string, string | undefined>>;
  body?: Uint8Array | undefined;
}

/** One HTTP response as plain data. */
export interface HttpResponse {
  status: number;
  /** Names in lower case. */
  headers: Readonly<Record<string, string>>;
  /** Empty where there is none. */
  body: string;
}

/** Sends a request and answers with whatever came back, whatever its status. */
export type Transport = (request: HttpRequest) => Promise<HttpResponse>;
