import { hash } from 'node:crypto';
import type { HttpResponse } from '../../contract/http/message.ts';
import { resources } from '../../contract/index.ts';
import { ref } from '../../contract/resources/members.ts';
import type { Resource } from '../../contract/schema/resource.ts';
import type { ObjectSchema } from '../../contract/schema/schema.ts';
import type { Kind } from './browser/kinds.ts';
import { html, script as program, style } from './browser/page.html';

let made: HttpResponse | undefined;

/**
 * The page for people: everything in one document, which loads nothing from elsewhere and may run nothing but its own
 * script (Content-Security-Policy, by hashes). It holds no data: those its script asks the API for, with a key that
 * stays in the tab. No cookie, so that no other page can ride on it.
 */
export function page(): HttpResponse {
  made ??= makePage();
  return made;
}

function makePage(): HttpResponse {
  const script = `'use strict';\nconst listedKinds = ${scriptJson(listKinds())};\n${program}`;
  return {
    status: 200,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy(script),
      'cache-control': 'no-store',
      'cross-origin-opener-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    },
    // By functions: a `$` in a text that replaces would be read as a pattern.
    body: html
      .replace('<link rel="stylesheet" href="page.css">', () => `<style>${style}</style>`)
      .replace('<script src="main.ts"></script>', () => `<script>${script}</script>`),
  };
}

function policy(script: string): string {
  const sum = (text: string) => `'sha256-${hash('sha256', text, 'base64')}'`;
  return [
    "default-src 'none'",
    `script-src ${sum(script)}`,
    `style-src ${sum(style)}`,
    "connect-src 'self'",
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ].join('; ');
}

function listKinds(): Kind[] {
  return Object.values<Resource>(resources).flatMap(({ name, summary, columns, operations, record }) => {
    const { path, list } = operations.list ?? {};
    // What is listed within another record has no list of its own.
    if (path === undefined || list === undefined || path.includes('{')) return [];
    return [{ name, summary, path, collection: list.collection, columns, refers: hasReference(record) }];
  });
}

/** Whether a record refers to others somewhere, by `Ref`s. */
function hasReference({ title, items, properties = {} }: ObjectSchema): boolean {
  const inner = [...Object.values(properties), items].filter((one) => typeof one === 'object');
  return title === ref.title || inner.some((one) => hasReference(one as ObjectSchema));
}

/** JSON within a script: nothing in it may end the element. */
function scriptJson(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}
