import { isMet, type Reading } from './measure.ts';

/** A text table of results with value, budget and whether it is met. */
export function formatTable(readings: readonly Reading[]): string {
  const rows = readings.map(cellsOf);
  const head = ['What', 'Measured', 'Budget', ''];
  const widths = head.map((title, column) =>
    Math.max(...[head, ...rows].map((row) => row[column]?.length ?? 0), title.length),
  );
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('  ')
      .trimEnd();
  return [line(head), line(widths.map((width) => '─'.repeat(width))), ...rows.map(line)].join('\n');
}

/** One result as a line. */
export function formatReading(reading: Reading): string {
  return cellsOf(reading)
    .filter((cell) => cell !== '')
    .join('  ');
}

function cellsOf(reading: Reading): string[] {
  const { name, value, unit, budget } = reading;
  return [
    name,
    `${format(value)} ${unit}`.trimEnd(),
    budget ? `${budget.is === 'at most' ? '≤' : '≥'} ${format(budget.limit)}` : '',
    mark(isMet(reading)),
  ];
}

function mark(met: boolean | undefined): string {
  if (met === undefined) return '';
  return met ? 'met' : 'MISSED';
}

function format(value: number): string {
  const digits = Math.abs(value) >= 100 || Number.isInteger(value) ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  return value.toLocaleString('en', { maximumFractionDigits: digits, minimumFractionDigits: 0 });
}
