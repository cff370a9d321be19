import { demoIds } from '../../../contract/examples/demo-ids.ts';
import type { Seed } from '../lists.ts';
import { demoAccess } from './access.ts';
import { demoAgents } from './agents.ts';
import { demoEvents } from './events.ts';
import { demoTraffic } from './traffic.ts';

/**
 * The built-in account: small and believable, every kind at least twice. Its ids are fixed, and its times are
 * theirs, so that every example of the contract runs against it; keys and certificates are made when it is
 * applied. A fresh file becomes this account, admin included; in an account that is in use, what is here is
 * added, and that account's own admin stays whom `--sandbox` and new keys act as (see `takeOverAccount`).
 */
export const demoSeed = {
  account: { id: demoIds.account.account, admin_id: demoIds.users.admin, may_report_abuse: true },
  ...demoAccess,
  ...demoTraffic,
  ...demoEvents,
  ...demoAgents,
} satisfies Seed;
