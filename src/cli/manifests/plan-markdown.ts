// STUB until the real one lands

import type { Plan } from './plan.ts';
import { planLines } from './show-plan.ts';
export function planMarkdown(plan: Plan, hidden: ReadonlyMap<string, string>): string {
  return planLines(plan, { isColoured: false, hidden }).join('\n');
}
