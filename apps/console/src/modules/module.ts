import type { ActivityEvent } from '@gatewarden/contract/activity-events';
import type { GatewayStatus } from '@gatewarden/contract/gateways';
import type { AttentionItem, AttentionKind, ChecklistStep, Home } from '@gatewarden/contract/home';
import type { SettingsEssentials } from '@gatewarden/contract/settings';
import type { UserDevice } from '@gatewarden/contract/users';
import type { IconUser } from '@tabler/icons-react';
import type { QueryKey, UseQueryOptions } from '@tanstack/react-query';
import type { AnyRoute, LinkProps } from '@tanstack/react-router';
import type { ParseKeys } from 'i18next';
import type { ComponentType, ReactNode } from 'react';
import type { Namespace, Texts } from '../i18n/resources.ts';

/** Key of a text with its namespace, such as `users:title`; without one it is in `common`. */
export type TextKey = ParseKeys<['common', ...Namespace[]]>;

/** Setting of the instance that enables a feature. */
export type FeatureFlag = {
  [Name in keyof SettingsEssentials]: SettingsEssentials[Name] extends boolean ? Name : never;
}[keyof SettingsEssentials];

/** Parent routes for `routes` of a module, with the keys of `app/route-tree.ts`. */
export type ParentName = 'root' | 'signedIn' | 'admin' | 'user' | 'group' | 'location' | 'settings';
export type Routes = { readonly [Parent in ParentName]?: readonly AnyRoute[] };

/** Entries of `start` are above the others, without a heading. */
export const navigationGroups = ['start', 'network', 'people', 'applications', 'keys', 'system'] as const;

/** Page for administrators in the sidebar and the command palette. */
export interface NavigationEntry {
  readonly group: (typeof navigationGroups)[number];
  readonly to: NonNullable<LinkProps['to']>;
  readonly label: ParseKeys<'common'>;
  readonly icon: typeof IconUser;
  /** Shown only while this is enabled; absent: always. */
  readonly flag?: FeatureFlag;
  /** Further words for the command palette, separated by commas. */
  readonly words?: TextKey;
}

/** Tab of a shared page. */
export interface Tab {
  readonly to: NonNullable<LinkProps['to']>;
  /** One of the texts of the shared page, so that the tab has its label on every page with these tabs. */
  readonly label: TextKey;
  /** As of a navigation entry. */
  readonly flag?: FeatureFlag;
  /** Comes after the tabs of all features, as settings do. */
  readonly isLast?: boolean;
}

/** In the order in which the settings list them. */
export const settingsGroups = ['instance', 'mail', 'sign_in', 'log'] as const;

/** A page of the settings. Those of a group are in the order in which the features are registered. */
export interface SettingsTab extends Omit<Tab, 'isLast'> {
  readonly group: (typeof settingsGroups)[number];
}

/** A page that an item of the home page leads to. */
export interface LinkTarget {
  readonly to: NonNullable<LinkProps['to']>;
  readonly params?: Record<string, string>;
  readonly search?: Record<string, unknown>;
}

/** A page, a setting or an action that the command palette finds; the navigation is found without. */
export interface PaletteEntry {
  readonly kind: 'page' | 'setting' | 'action';
  /** Of a setting: as its heading or field is labeled, to which the page scrolls. */
  readonly label: TextKey;
  /** The page that it is part of. */
  readonly within?: TextKey;
  /** Its description, by which it is found too. */
  readonly help?: TextKey;
  /** Further words to find it by, separated by commas. */
  readonly words?: TextKey;
  readonly icon: typeof IconUser;
  readonly link: LinkTarget;
  /** `user`: all users. */
  readonly access: 'admin' | 'user';
  /** As of a navigation entry. */
  readonly flag?: FeatureFlag;
  /** Found only if its page shows it; absent: always. */
  readonly condition?: EntryCondition;
  /** It creates an object of the lists at these paths, there also with the key `c`. */
  readonly createsOn?: readonly string[];
}

/** Whether a page shows an entry, which it decides from the data of a query. */
export interface EntryCondition {
  readonly query: () => UseQueryOptions;
  readonly isMet: (data: unknown) => boolean;
}

/** Conditions with the same query ask it once. */
export function entryCondition<Data, Key extends QueryKey>(
  query: () => UseQueryOptions<Data, Error, Data, Key>,
  isMet: (data: Data) => boolean,
): EntryCondition {
  // what the query answers is passed to this condition only
  return { query: query as unknown as EntryCondition['query'], isMet: (data) => isMet(data as Data) };
}

interface Setting {
  readonly label: TextKey;
  readonly help?: TextKey;
  readonly words?: TextKey;
  readonly condition?: EntryCondition;
}

/** Entries for the fields and sections of a page of the settings, which only administrators open. */
export function settingEntries(
  page: Pick<PaletteEntry, 'icon' | 'within'> & { readonly to: NonNullable<LinkProps['to']> },
  settings: readonly Setting[],
): PaletteEntry[] {
  const { to, ...rest } = page;
  return settings.map((setting) => ({ kind: 'setting', access: 'admin', link: { to }, ...rest, ...setting }));
}

/** Namespaces of the texts of the entry. */
export function namespacesOfEntry({ label, within, help, words }: PaletteEntry): string[] {
  return [label, within, help, words].flatMap((key) => (key?.includes(':') ? (key.split(':')[0] ?? []) : []));
}

/** A condition that needs attention, on the home page. */
export interface AttentionDisplay {
  readonly icon: typeof IconUser;
  /**
   * The sentence. Its values are `name` of the subject, the details of the condition, and `when`, the time of
   * `expires_at` relative to now.
   */
  readonly text: (item: AttentionItem, username: string) => TextKey;
  readonly action: (item: AttentionItem, username: string) => LinkTarget & { readonly label: TextKey };
}

/** A step of the setup checklist. */
export interface ChecklistDisplay {
  readonly icon: typeof IconUser;
  readonly label: TextKey;
  /** Why it is useful, in one line. */
  readonly text: TextKey;
  readonly action: TextKey;
  readonly link: (home: Home) => LinkTarget;
  /** Whether the step resolves the condition: while the checklist offers it, it is not listed a second time. */
  readonly resolves?: (item: AttentionItem, username: string) => boolean;
}

export interface HomeItems {
  readonly attention?: { readonly [Kind in AttentionKind]?: AttentionDisplay };
  readonly checklist?: { readonly [Step in ChecklistStep]?: ChecklistDisplay };
}

/** Headings in the filter of the activity log; their texts are under `area`. */
export type EventArea = keyof Texts['activity-log']['area'];
export type EventAreas = { readonly [Area in EventArea]?: readonly ActivityEvent[] };

/** A device of a user; `owner` is their username. */
export interface DeviceSectionProps {
  readonly device: UserDevice;
  readonly owner: string;
}

/** What the sections of the summary of each kind of object are about. */
interface Summarized {
  readonly user: { readonly username: string };
  readonly gateway: { readonly gateway: GatewayStatus };
  readonly device: DeviceSectionProps;
}

export const summaryColumns = ['main', 'side'] as const;

/** Sections of summaries by object and column, with a name each. */
export type SummarySections = {
  readonly [Kind in keyof Summarized]: {
    readonly [Column in (typeof summaryColumns)[number]]: Readonly<Record<string, ComponentType<Summarized[Kind]>>>;
  };
};
type AddedSections = { readonly [Kind in keyof SummarySections]?: Partial<SummarySections[Kind]> };

/** Enforcement of access rules in a location as it would be saved, and the dialog that asks whether to save it. */
export interface LocationReviewProps {
  readonly location: { readonly id: number; readonly acl_enabled: boolean; readonly acl_default_allow: boolean };
  readonly title: string;
  /** Above the list of who gains and loses access. */
  readonly consequences: ReactNode;
  readonly confirmLabel: string;
  /** Whether the change is destructive even if no one loses access. */
  readonly danger: boolean;
  readonly confirming: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/**
 * Exports of the `module.ts` of a feature. They are part of the main bundle, so code for a screen or the open palette
 * is imported lazily.
 */
export interface ConsoleModule {
  readonly routes?: Routes;
  readonly navigation?: readonly NavigationEntry[];
  readonly userTabs?: readonly Tab[];
  readonly locationTabs?: readonly Tab[];
  readonly settingsTabs?: readonly SettingsTab[];
  /** Adds sections to the settings of enterprise features, above the restrictions; with a name each. */
  readonly enterpriseSections?: Readonly<Record<string, ComponentType>>;
  /** Dialog that lists who gains and loses access before a location is saved; exactly one feature has it. */
  readonly locationReview?: ComponentType<LocationReviewProps>;
  /** Adds sections to summaries of objects; their texts are loaded with them. */
  readonly summarySections?: AddedSections;
  /** What the command palette finds of the feature besides its entries of the navigation. */
  readonly paletteEntries?: readonly PaletteEntry[];
  /** How the home page shows conditions and steps of the feature. */
  readonly homeItems?: HomeItems;
  /** Events of the feature by heading in the filter of the activity log. */
  readonly eventAreas?: EventAreas;
}
