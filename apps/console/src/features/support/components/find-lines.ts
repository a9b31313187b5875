import type { SupportConfiguration } from '@gatewarden/contract/support';

/** Each part of the configuration as JSON. What is not an object or a list stands together in the first part. */
export function sectionsOf(configuration: SupportConfiguration): { name: string; text: string }[] {
  const entries = Object.entries(configuration);
  const isPart = ([, value]: [string, unknown]) => typeof value === 'object';
  const general = Object.fromEntries(entries.filter((entry) => !isPart(entry)));
  return [['general', general] as const, ...entries.filter(isPart)].map(([name, value]) => ({
    name,
    text: JSON.stringify(value, null, 2),
  }));
}

/** The lines that contain the words, regardless of case; all of them without words. */
export function findLines(text: string, words: string): string {
  if (words === '') return text;
  const wanted = words.toLowerCase();
  return text
    .split('\n')
    .filter((line) => line.toLowerCase().includes(wanted))
    .map((line) => line.trim())
    .join('\n');
}
