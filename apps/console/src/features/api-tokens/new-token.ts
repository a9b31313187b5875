import { type addApiToken, NewApiToken } from '@gatewarden/contract/api-tokens';
import type { BodyInputOf } from '@gatewarden/contract/endpoint';
import { type Scope, scopes } from '@gatewarden/contract/scopes';
import { z } from 'zod';
import { areaOf } from './area-of.ts';

/** Days; a token without expiry is offered last. */
export const lifetimes = ['7', '30', '90', '365', 'endless'] as const;
export const accessLevels = ['read', 'write', 'areas'] as const;

/** Areas that a token can be limited to, in display order. */
export const areas = [...new Set(scopes.filter((scope) => scope.includes(':')).map(areaOf))];
export type ScopeArea = (typeof areas)[number];

/** Access levels of an area; some areas are read-only. */
export function rightsIn(area: ScopeArea): readonly ('none' | 'read' | 'write')[] {
  return scopes.some((scope) => scope === `${area}:write`) ? ['none', 'read', 'write'] : ['none', 'read'];
}

/** Values of the form for a new token. */
export const TokenFields = z
  .object({
    name: NewApiToken.shape.name,
    lifetime: z.enum(lifetimes),
    access: z.enum(accessLevels),
    areas: z.partialRecord(z.enum(areas), z.enum(['none', 'read', 'write'])),
  })
  .superRefine((fields, context) => {
    if (scopesOf(fields).length === 0)
      context.addIssue({ code: 'custom', path: ['areas'], message: 'too_few?count=1' });
  });
export type TokenFields = z.infer<typeof TokenFields>;

export function toRequest(fields: TokenFields, now: Date): BodyInputOf<typeof addApiToken> {
  const { name, lifetime } = fields;
  const end = new Date(now);
  end.setDate(end.getDate() + Number(lifetime));
  return { name, scopes: scopesOf(fields), expires_at: lifetime === 'endless' ? null : end.toISOString() };
}

export function hasNoScope(rights: TokenFields['areas']): boolean {
  return scopesOf({ access: 'areas', areas: rights }).length === 0;
}

function scopesOf({ access, areas: rights }: Pick<TokenFields, 'access' | 'areas'>): Scope[] {
  return access === 'areas'
    ? scopes.filter((scope) => scope === `${areaOf(scope)}:${rights[areaOf(scope)]}`)
    : [access];
}
