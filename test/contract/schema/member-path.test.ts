import { describe, expect, it } from 'vitest';
import { resources } from '../../../src/contract/index.ts';
import { memberAt, schemaAt, setMember } from '../../../src/contract/schema/member-path.ts';

describe('a path', () => {
  const report = {
    id: 'abrp_1',
    hostnames: [{ hostname: 'a.example' }, { hostname: 'b.example' }],
    empty: null,
  };

  it('leads to members, to items of lists, and through lists to a member of every item', () => {
    expect(memberAt(report, [])).toBe(report);
    expect(memberAt(report, ['id'])).toBe('abrp_1');
    expect(memberAt(report, ['hostnames', 1, 'hostname'])).toBe('b.example');
    expect(memberAt(report, ['hostnames', 'hostname'])).toEqual(['a.example', 'b.example']);
  });

  it('leads nowhere past what is not there, and never to what objects and lists inherit', () => {
    for (const path of [['no'], ['no', 'where'], ['id', 'length'], ['empty', 'x'], ['hostnames', 2]])
      expect(memberAt(report, path)).toBeUndefined();
    expect(memberAt(report, ['constructor'])).toBeUndefined();
    expect(memberAt(report, ['hostnames', 'constructor'])).toEqual([undefined, undefined]);
  });

  it('is made as far as it is not there when a member is put at its end', () => {
    const body: Record<string, unknown> = { deployment: 'in the way', kept: 1 };
    setMember(body, ['deployment', 'name'], 'operator');
    setMember(body, ['deployment', 'version'], '1.4.0');
    setMember(body, ['region'], 'eu');
    expect(body).toEqual({ deployment: { name: 'operator', version: '1.4.0' }, kept: 1, region: 'eu' });
  });

  it('leads to the schema of what it leads to, keys of maps included', () => {
    const { kubernetesOperators, tunnels, abuseReports } = resources;
    const deployment = kubernetesOperators.record.properties.deployment.properties;
    expect(schemaAt(kubernetesOperators.record, ['deployment', 'name'])).toBe(deployment.name);
    expect(schemaAt(tunnels.record, ['labels', 'constructor'])).toEqual({ type: 'string' });
    const { status } = abuseReports.record.properties.hostnames.items.properties;
    expect(schemaAt(abuseReports.record, ['hostnames', 'status'])).toBe(status);
    expect(schemaAt(abuseReports.record, ['hostnames', 0, 'status'])).toBe(status);
    for (const path of [['no'], ['id', 'x'], ['id', 0], ['constructor']])
      expect(schemaAt(abuseReports.record, path)).toBeUndefined();
  });
});
