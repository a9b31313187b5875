import type { Scope } from '@gatewarden/contract/scopes';

export function areaOf(scope: Scope) {
  return scope.split(':')[0] as Exclude<Scope, 'read' | 'write'> extends `${infer Area}:${string}` ? Area : never;
}
