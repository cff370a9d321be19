export { ApiError } from './api-error.ts';
export { type Client, type ClientOptions, createClient } from './client.ts';
export { InvalidRequestError } from './invalid-request-error.ts';
export { ResponseError } from './response-error.ts';
export { NetworkError, type NetworkErrorKind } from './transport/network-error.ts';
