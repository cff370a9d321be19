import { expect, it } from 'vitest';
import { type DamageProof, proveDamage } from './damage-proof.ts';

const small = { endpoints: 400, metadata: 700, hasLog: false };
const many = Number(process.env.DAMAGE_PLACES ?? 60);

const proofs: [string, DamageProof][] = [
  ['of a small file', { ...small, places: many, target: 'anywhere' }],
  ['of the first pages', { ...small, places: many, target: 'beginning' }],
  ['of a file with a write-ahead log', { ...small, places: many, hasLog: true, target: 'anywhere' }],
  ['of a write-ahead log', { ...small, places: many, hasLog: true, target: 'log' }],
  [
    'of a large file',
    { endpoints: 17_000, metadata: 4_000, hasLog: false, places: Math.ceil(many / 3), target: 'anywhere' },
  ],
];

it.each(proofs)(
  'damage at random places %s is refused, told, or changes nothing that is read',
  async (_, proof) => {
    const outcomes = await proveDamage(proof);
    console.log(outcomes);
    expect(Object.values(outcomes).reduce((sum, count) => sum + count, 0)).toBe(proof.places);
  },
);
