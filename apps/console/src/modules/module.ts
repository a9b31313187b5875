import type { ActivityEvent } from '@gatewarden/contract/activity-events';
import type { SettingsEssentials } from '@gatewarden/contract/settings';
import type { IconUser } from '@tabler/icons-react';
import type { AnyRoute, LinkProps } from '@tanstack/react-router';
import type { ParseKeys } from 'i18next';
import type { ComponentType, LazyExoticComponent } from 'react';
import type { Namespace, Texts } from '../i18n/resources.ts';

/** Key of a text with its namespace, such as `users:title`; without one it is in `common`. */
export type TextKey = ParseKeys<['common', ...Namespace[]]>;

/** Setting of the instance that enables a feature. */
export type FeatureFlag = {
  [Name in keyof SettingsEssentials]: SettingsEssentials[Name] extends boolean ? Name : never;
}[keyof SettingsEssentials];

/** Parent routes for `routes` of a module, with the keys of `app/route-tree.ts`. */
export type ParentName = 'root' | 'signedIn' | 'admin' | 'user' | 'location';
export type Routes = { readonly [Parent in ParentName]?: readonly AnyRoute[] };

export const navigationGroups = ['network', 'people', 'system'] as const;

/** Page for administrators in the sidebar and the command palette. */
export interface NavigationEntry {
  readonly group: (typeof navigationGroups)[number];
  readonly to: NonNullable<LinkProps['to']>;
  readonly label: ParseKeys<'common'>;
  readonly icon: typeof IconUser;
  /** Shown only while this is enabled; absent: always. */
  readonly flag?: FeatureFlag;
}

/** Tab of a shared page. The texts of its feature are loaded with the page. */
export interface Tab {
  readonly to: NonNullable<LinkProps['to']>;
  readonly label: TextKey;
  /** As of a navigation entry. */
  readonly flag?: FeatureFlag;
}

/** Headings in the filter of the activity log; their texts are under `area`. */
export type EventArea = keyof Texts['activity-log']['area'];
export type EventAreas = { readonly [Area in EventArea]?: readonly ActivityEvent[] };

/**
 * Exports of the `module.ts` of a feature. They are part of the main bundle, so code for a screen or the open palette
 * is imported lazily.
 */
export interface ConsoleModule {
  readonly routes?: Routes;
  readonly navigation?: readonly NavigationEntry[];
  readonly userTabs?: readonly Tab[];
  readonly locationTabs?: readonly Tab[];
  readonly settingsTabs?: readonly Tab[];
  /** Adds a section to the summary of a user; its texts are loaded with it. */
  readonly UserSection?: LazyExoticComponent<ComponentType<{ username: string }>>;
  /** Adds the objects of the feature to the command palette; mounted while an administrator has it open. */
  readonly Palette?: LazyExoticComponent<ComponentType>;
  /** Events of the feature by heading in the filter of the activity log. */
  readonly eventAreas?: EventAreas;
}
