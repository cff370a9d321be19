import { describe, expect, it } from 'vitest';
import { loadExpressionChecker } from '../../../../src/account/expressions/policy-expressions.ts';

const judge = await loadExpressionChecker();
const check = (text: string) => judge(text, { phase: 'on_http_request', gives: 'condition' });

describe('an expression of a traffic policy', () => {
  it.each([
    'true',
    "req.url.path.startsWith('/api') && !('x-token' in req.headers)",
    "conn.client_ip.matches('^10\\\\.') || req.method in ['GET', 'HEAD']",
    "getReqHeader('user-agent').exists(v, v.contains('((((((((((((((((((((((((((((((((((((((((('))",
    'vars.a ? vars.b : vars.c ? vars.d : vars.e // and so on',
    `${'('.repeat(32)}true${')'.repeat(32)}`,
  ])('may be %s', (text) => {
    expect(check(text)).toBeUndefined();
  });

  it.each([
    ['', 'must not be empty; write "true" for always'],
    [' \n', 'must not be empty; write "true" for always'],
    [
      'a ? b',
      '"a ? b" is not a CEL expression: at line 1, column 3 "?" is unexpected; expected end of input',
    ],
    ['a &&\n&& b', '"a &&\\n&& b" is not a CEL expression: at line 1, column 3 "&" is unexpected'],
    ['f(', '"f(" is not a CEL expression: at line 1, column 2 "(" is unexpected; expected end of input'],
    ['(a', '"(a" is not a CEL expression: it ends too early; expected \')\''],
    ['for', '"for" is not a CEL expression: at line 1, column 1 reserved identifier'],
    ['"\\x4"', 'is not a CEL expression: it holds an invalid literal'],
    [`${'('.repeat(33)}1${')'.repeat(33)}`, 'is nested more than 32 brackets deep'],
    [`a${' ? b : c'.repeat(129)}`, 'has more than 128 opening brackets and question marks'],
    [`'${'('.repeat(129)}'`, 'has more than 128 opening brackets and question marks'],
    [`'${'é'.repeat(2048)}'`, 'must be at most 4096 bytes'],
    ['['.repeat(1_000_000), 'must be at most 4096 bytes'],
  ])('may not be %j', (text, problem) => {
    expect(check(text)).toContain(problem);
  });

  it('may have any white space, and the same place is named in it as without', () => {
    const gap = ' '.repeat(1000);
    const lines = '\n'.repeat(500);
    for (const fine of [
      `true${gap}`,
      `(true${gap})${gap}`,
      `true // because${lines}${gap}&& true`,
      `${lines}true`,
    ]) {
      expect(check(fine)).toBeUndefined();
    }
    // In strings it is part of the text, whatever stands before their quotes.
    for (const prefix of ['', 'r', 'R']) {
      for (const quotes of ["'", '"', "'''", '"""']) {
        const text = `${prefix}${quotes}${gap}${quotes}`;
        expect(check(`${text}.size() == 1000${gap} && 'x'${gap}.size() == 1`)).toBeUndefined();
        expect(judge(`1 / (${text}.size() - 1000)`, { phase: 'on_http_request', gives: 'value' })).toContain(
          'always fails',
        );
      }
    }
    expect(
      judge(`1 / (r'\\'.size() - 1)${gap} + size('${gap}')`, { phase: 'on_http_request', gives: 'value' }),
    ).toContain('always fails');
    expect(check(`true${gap}&&${gap}& true`)).toContain('at line 1, column 1005 "&" is unexpected');
    expect(check(`true${lines}&& true${lines}  ) `)).toContain('at line 1001, column 3 ")" is unexpected');
  });

  it('takes white space for what it is, not for half a second of work', () => {
    // Compared with what the parser takes for as many characters that mean something, on the same machine.
    const times = [`${'true && '.repeat(450)}true`, `(true${' '.repeat(3600)})`].map((text) => {
      const start = process.cpuUsage();
      for (let i = 0; i < 5; i++) expect(check(text)).toBeUndefined();
      return process.cpuUsage(start).user;
    });
    expect(times[1]).toBeLessThan(times[0] ?? 0);
  });

  it('is judged quickly however it is nested', () => {
    const start = performance.now();
    for (const piece of [
      '!',
      '-',
      'a?b:',
      'a.b',
      'a[0]',
      '"(" + ',
      'a&&',
      '{',
      '(',
      'x.all(y,',
      'f(',
      '"',
      '-(',
    ]) {
      check(piece.repeat(Math.floor(4096 / piece.length)));
      check(`${piece.repeat(30)}1`);
    }
    expect(performance.now() - start).toBeLessThan(5000);
  });
});
