import type { z } from 'zod';

/** Settings of the instance that one feature owns. */
export interface SettingsSection<Answer extends z.ZodObject, Change extends z.ZodObject> {
  /** What `GET /settings` answers. */
  readonly answer: Answer;
  /** What requests may set, as the console's form sends it. */
  readonly change: Change;
  /** Until a setting is changed. */
  readonly defaults: z.output<Answer>;
  /**
   * Settings by which a stolen session or API token could gain more rights: changing them takes a recent proof of identity.
   */
  readonly protects?: readonly (keyof Change['shape'] & string)[];
}

export function settingsSection<Answer extends z.ZodObject, Change extends z.ZodObject>(
  section: SettingsSection<Answer, Change>,
): SettingsSection<Answer, Change> {
  return section;
}
