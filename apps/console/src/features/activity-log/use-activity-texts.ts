import type { ActivityEvent, ActivityModule } from '@gatewarden/contract/activity-events';
import type { ActivityRow } from '@gatewarden/contract/activity-log';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

export interface ActivityTexts {
  /** The event as a sentence. */
  sentenceFor: (entry: Pick<ActivityRow, 'event' | 'username' | 'names' | 'location' | 'description'>) => string;
  /** Label of the event. */
  event: (event: ActivityEvent) => string;
  module: (module: ActivityModule) => string;
  /** Label of a stored field; its name where there is no label. */
  field: (name: string) => string;
  /** A stored value, translated if it comes from a fixed set on the server. */
  value: (field: string, value: unknown) => unknown;
}

type Translate = TFunction<'activity-log'>;
type Names = Readonly<Record<string, string>>;

/** Texts for the log. Events and fields of a newer server appear under their names. */
export function useActivityTexts(): ActivityTexts {
  const { t, i18n } = useTranslation('activity-log');
  return useMemo((): ActivityTexts => {
    const template = (key: string): unknown => i18n.getResource(i18n.language, 'activity-log', key);
    const event = (name: ActivityEvent) => (template(`event.${name}`) ? t(`event.${name}`) : withSpaces(name));
    const field = (name: string) => {
      const word = template(`field.${name}`);
      return typeof word === 'string' ? word : withSpaces(name);
    };
    const word = (key: string) => template(`word.${key}`);
    const fieldOff = (name: string) => {
      const word = template(`field_off.${name}`);
      return typeof word === 'string' ? word : t('switched_off', { field: field(name) });
    };
    return {
      event,
      module: (name) => (template(`module.${name}`) ? t(`module.${name}`) : name),
      field,
      value: (name, value) =>
        typeof value === 'string' && translatedNames.includes(name) ? (wordOf(value, word) ?? value) : value,
      sentenceFor: (entry) => {
        const names = namesOf(entry, word);
        if (hasAllValues(template(`says.${entry.event}`), names)) {
          const off = splitNames(entry.names['switched_off']);
          const fields = fieldsIn(entry.names).map((name) => (off.includes(name) ? fieldOff(name) : field(name)));
          const facts = [...fields, ...stopResults(entry, field)];
          return [translateSentence(t, entry, names), ...(facts.length > 0 ? [facts.join(', ')] : [])].join(': ');
        }
        return entry.description ? `${event(entry.event)}: ${entry.description}` : event(entry.event);
      },
    };
  }, [t, i18n, i18n.language]);
}

/** Events whose sentence omits the owner where users changed something of their own. */
const ownEvents = [
  'device_added',
  'device_removed',
  'device_modified',
  'device_switched_on',
  'device_restored',
  'device_auth_key_set',
  'api_token_added',
  'api_token_removed',
  'api_token_renamed',
  'authentication_key_added',
  'authentication_key_removed',
  'authentication_key_restored',
  'authentication_key_renamed',
  'yubikey_renamed',
  'yubikey_removed',
  'mfa_totp_disabled',
  'mfa_email_disabled',
  'mfa_security_key_removed',
  'mfa_security_key_restored',
  'mfa_security_key_renamed',
  'open_id_app_authorized',
  'open_id_app_authorization_removed',
] as const satisfies readonly ActivityEvent[];

function translateSentence(
  t: Translate,
  { event, username, names: stored }: Pick<ActivityRow, 'event' | 'username' | 'names'>,
  names: Names,
): string {
  const isOwn = username !== null && username === (stored['owner'] ?? stored['user']);
  const ownEvent = isOwn ? ownEvents.find((own) => own === event) : undefined;
  return t(ownEvent ? `says_own.${ownEvent}` : `says.${event}`, { replace: names });
}

/** Whether all values that the template uses are present. */
function hasAllValues(template: unknown, names: Names): boolean {
  if (typeof template !== 'string') return false;
  return Array.from(template.matchAll(/\{\{(\w+)/g), ([, slot = '']) => slot).every((slot) => slot in names);
}

/** Names whose values come from a fixed set on the server and are translated: `wrong password`, `TOTP`. */
const translatedNames = ['mfa_method', 'method', 'message', 'reason', 'place'];

/** The translation of `wrong password`; undefined for an unknown value, such as one of a newer server. */
function wordOf(value: string, translate: (word: string) => unknown): string | undefined {
  const word = translate(value.toLowerCase().replaceAll(/\W+/g, '_'));
  return typeof word === 'string' ? word : undefined;
}

function namesOf(entry: Pick<ActivityRow, 'names' | 'location'>, translate: (word: string) => unknown): Names {
  const { names, location } = entry;
  const translated = Object.entries(names).map(([key, value]) => {
    const word = translatedNames.includes(key) ? wordOf(value, translate) : undefined;
    return [key, word ?? (value || '–')];
  });
  const gateway = names['gateway'] ?? names['hostname'] ?? ('reason' in names ? '–' : undefined);
  return {
    ...(location !== null && { location }),
    ...(gateway !== undefined && { gateway }),
    ...changedName(names['before'] ?? names['old_name'], names['after'] ?? names['new_name']),
    ...Object.fromEntries(translated),
  };
}

/** Changed fields without the name, which the sentence contains. Truncated names are omitted. */
function fieldsIn({ fields }: Names): string[] {
  return splitNames(fields).filter((field) => field !== 'name' && field !== 'username');
}

const stopEvents: readonly ActivityEvent[] = ['user_stopped', 'signed_out_everywhere'];
const endedFields = ['disabled', 'sessions', 'tokens', 'devices', 'keys', 'authenticator_removed', 'recovery_codes'];

/** Results of a stop with counts; zero counts are omitted. */
function stopResults({ event, names }: Pick<ActivityRow, 'event' | 'names'>, field: ActivityTexts['field']): string[] {
  if (!stopEvents.includes(event)) return [];
  return endedFields.flatMap((name) => {
    const value = names[name] ?? '0';
    if (value === '0' || value === 'false') return [];
    return value === 'true' ? [field(name)] : [`${field(name)}: ${value}`];
  });
}

function splitNames(names = ''): string[] {
  return names.split(', ').filter((name) => /^\w+$/.test(name));
}

function changedName(before: string | undefined, after: string | undefined): { changed?: string } {
  if (before === undefined || after === undefined) return {};
  return { changed: before === after ? after : `${before} → ${after}` };
}

function withSpaces(name: string): string {
  return name.replaceAll('_', ' ');
}
