import type { ActivityEvent } from '@gatewarden/contract/activity-events';
import { type ComponentType, createContext, type ReactNode, useContext } from 'react';
import type {
  EventArea,
  HomeItems,
  LocationReviewProps,
  NavigationEntry,
  PaletteEntry,
  SettingsTab,
  SummarySections,
  Tab,
} from './module.ts';

/** What all features add to shared pages. */
export interface Extensions {
  readonly navigation: readonly NavigationEntry[];
  readonly userTabs: readonly Tab[];
  readonly locationTabs: readonly Tab[];
  readonly settingsTabs: readonly SettingsTab[];
  readonly enterpriseSections: Readonly<Record<string, ComponentType>>;
  readonly locationReview: ComponentType<LocationReviewProps>;
  readonly summarySections: SummarySections;
  readonly homeItems: Required<HomeItems>;
  readonly paletteEntries: readonly PaletteEntry[];
  readonly eventAreas: Readonly<Record<ActivityEvent, EventArea>>;
}

const ExtensionsContext = createContext<Extensions | undefined>(undefined);

export function ExtensionsProvider({ value, children }: { value: Extensions; children: ReactNode }) {
  return <ExtensionsContext value={value}>{children}</ExtensionsContext>;
}

export function useExtensions(): Extensions {
  const extensions = useContext(ExtensionsContext);
  if (!extensions) throw new Error('useExtensions needs an ExtensionsProvider');
  return extensions;
}
