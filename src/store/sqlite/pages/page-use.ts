import type { PageFile } from './page-file.ts';

/** What a page was found to be for. */
export type Use = 'nothing' | 'tree' | 'overflow' | 'free';
const uses: readonly Use[] = ['nothing', 'tree', 'overflow', 'free'];

/** Which page is for what. In a sound file each is for one thing; whoever follows a circle meets a page again. */
export class PageUse {
  readonly #uses: Uint8Array;

  constructor(pages: number) {
    this.#uses = new Uint8Array(pages + 1);
  }

  /** Notes a page, and answers why it cannot be taken for this: it is not there, or is for something already. */
  take(page: number, use: Use): string | undefined {
    if (page < 1 || page >= this.#uses.length) return `there is no page ${page}`;
    const known = this.of(page);
    if (known !== 'nothing') return `page ${page} is used twice`;
    this.#uses[page] = uses.indexOf(use);
    return undefined;
  }

  of(page: number): Use {
    return uses[this.#uses[page] ?? 0] as Use;
  }

  *unused(): Generator<number> {
    for (let page = 1; page < this.#uses.length; page++) if (this.#uses[page] === 0) yield page;
  }
}

/** What the free list says. */
export interface FreeList {
  /** What is wrong with it, in words; undefined where it is sound. */
  readonly problem: string | undefined;
  /** Whether every page that is free is known as such nevertheless. */
  readonly isWhole: boolean;
}

/** Notes the pages of the free list. Whatever stands on them is of the past. */
export function readFreeList(file: PageFile, use: PageUse): FreeList {
  const broken = (problem: string) => ({ problem, isWhole: false });
  if (file.header === undefined || file.wal.lostPages.has(1))
    return broken('the list of free pages is lost with page 1');
  const { freePage, freePages } = file.header;
  let found = 0;
  let cutOff = 0;
  for (let trunk = freePage; trunk !== 0; ) {
    const problem = use.take(trunk, 'free');
    if (problem) return broken(`in the list of free pages: ${problem}`);
    const page = file.read(trunk);
    if (page === undefined) return broken(`page ${trunk} of the list of free pages is missing`);
    const leaves = page.readUInt32BE(4);
    if (leaves > file.usable / 4 - 2) return broken(`page ${trunk} of the list of free pages is damaged`);
    found += 1 + leaves;
    for (let leaf = 0; leaf < leaves; leaf++) {
      const number = page.readUInt32BE(8 + 4 * leaf);
      const wrong = use.take(number, 'free');
      if (wrong && (number <= file.pageCount || number > file.statedCount))
        return broken(`in the list of free pages: ${wrong}`);
      if (wrong) cutOff++;
    }
    trunk = page.readUInt32BE(0);
  }
  if (found !== freePages) return broken(`the list of free pages has ${found} of ${freePages} pages`);
  const problem = cutOff > 0 ? `${cutOff} free pages are cut off` : undefined;
  return { problem, isWhole: true };
}
