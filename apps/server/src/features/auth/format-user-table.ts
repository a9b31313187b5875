import type { ShownUserRow } from '../users/index.ts';

const head = ['USER', 'E-MAIL', 'STATE', 'ROLE', 'SECOND FACTOR'] as const;

/** Lines for a terminal with aligned columns. */
export function formatUserTable(users: readonly ShownUserRow[], locked: ReadonlySet<number>): string[] {
  const rows = [head, ...users.map((user) => toCells(user, locked.has(user.id)))];
  const widths = head.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

function toCells(user: ShownUserRow, isLocked: boolean): readonly string[] {
  const state = user.is_active ? (user.enrolled ? 'active' : 'not enrolled') : 'disabled';
  return [
    user.username,
    user.email,
    isLocked ? `${state}, locked` : state,
    user.is_admin ? 'administrator' : 'user',
    user.mfa_enabled ? user.mfa_method : '-',
  ];
}
