import { expect, it } from 'vitest';
import { complexAccess } from '../../../test/given/complex-access.ts';
import { toAccessRule } from '../access/to-access-rule.ts';
import { createFirewallCompiler } from './firewall-compiler.ts';

it('refuses rules whose compilation exceeds the time limit', async () => {
  const { rules: rows, userIds } = complexAccess();
  const rules = rows.map(toAccessRule);
  const compile = createFirewallCompiler({ limitMilliseconds: 1, memoryMegabytes: 512 });
  const sources = userIds.map((id) => ({ deviceId: id, source: { kind: 'user', id, groups: [] } as const }));

  await expect(compile({ rules, sources, locationId: 1, allowByDefault: false })).rejects.toMatchObject({
    code: 'access_rules_too_complex',
  });
});
