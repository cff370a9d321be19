import { it } from 'vitest';
import { proveLargeExport } from './large-export-proof.ts';

it('an export of ten thousand endpoints is taken apart, put in, and comes out the same', () =>
  proveLargeExport(10_000));
