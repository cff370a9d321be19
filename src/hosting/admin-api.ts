// What a service of ours offers beside the API, described without loading any of it: commands that ask a running
// service need to know what its answers hold.
export * from '../server/admin-api/admin-errors.ts';
export * from '../server/admin-api/admin-operations.ts';
export * from '../server/admin-api/admin-records.ts';
