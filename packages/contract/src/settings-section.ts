import type { z } from 'zod';

/** The settings of one feature. */
export interface SettingsSection<Answer extends z.ZodObject, Change extends z.ZodObject> {
  /** The fields of the response of `GET /settings`. */
  readonly answer: Answer;
  /** The fields that requests may set, as the console's form sends them. */
  readonly change: Change;
  /** Values until a setting is changed. */
  readonly defaults: z.output<Answer>;
  /**
   * Settings with which a stolen session or API token could gain more rights: changing them requires a recent proof of
   * identity.
   */
  readonly protects?: readonly (keyof Change['shape'] & string)[];
}

export function settingsSection<Answer extends z.ZodObject, Change extends z.ZodObject>(
  section: SettingsSection<Answer, Change>,
): SettingsSection<Answer, Change> {
  return section;
}
