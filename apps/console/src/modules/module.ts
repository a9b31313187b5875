import type { ActivityEvent } from '@gatewarden/contract/activity-events';
import type { SettingsEssentials } from '@gatewarden/contract/settings';
import type { IconUser } from '@tabler/icons-react';
import type { AnyRoute, LinkProps } from '@tanstack/react-router';
import type { ParseKeys } from 'i18next';
import type { ComponentType, LazyExoticComponent } from 'react';
import type { Namespace, Texts } from '../i18n/resources.ts';

/** The key of a text with its namespace, such as `users:title`; without one it is in `common`. */
export type TextKey = ParseKeys<['common', ...Namespace[]]>;

/** A setting of the instance that switches a feature on. */
type FeatureFlag = {
  [Name in keyof SettingsEssentials]: SettingsEssentials[Name] extends boolean ? Name : never;
}[keyof SettingsEssentials];

/** Where `routes` of a module are put; the keys are those of `app/route-tree.ts`. */
export type ParentName = 'root' | 'signedIn' | 'admin' | 'user' | 'location';
export type Routes = { readonly [Parent in ParentName]?: readonly AnyRoute[] };

export const navigationGroups = ['network', 'people', 'system'] as const;

/** A page that administrators go to from the sidebar and the command palette. */
export interface NavigationEntry {
  readonly group: (typeof navigationGroups)[number];
  readonly to: NonNullable<LinkProps['to']>;
  readonly label: ParseKeys<'common'>;
  readonly icon: typeof IconUser;
  /** Shown while this is on; always when absent. */
  readonly flag?: FeatureFlag;
}

/** A tab of a page that several features share. Its feature's texts are loaded with the page. */
export interface Tab {
  readonly to: NonNullable<LinkProps['to']>;
  readonly label: TextKey;
}

/** Headings of the activity log's filter, in its texts below `area`. */
export type EventArea = keyof Texts['activity-log']['area'];
export type EventAreas = { readonly [Area in EventArea]?: readonly ActivityEvent[] };

/**
 * What the `module.ts` of a feature may export. All of it is loaded with the console, so code that only a screen or the
 * open palette needs is imported lazily.
 */
export interface ConsoleModule {
  readonly routes?: Routes;
  readonly navigation?: readonly NavigationEntry[];
  readonly userTabs?: readonly Tab[];
  readonly locationTabs?: readonly Tab[];
  readonly settingsTabs?: readonly Tab[];
  /** Offers the feature's objects in the command palette; mounted while an administrator has it open. */
  readonly Palette?: LazyExoticComponent<ComponentType>;
  /** Where the filter of the activity log lists the feature's events. */
  readonly eventAreas?: EventAreas;
}
