import type { ComponentType } from 'react';
import { PageHeader } from '../../../ui/page-header.tsx';
import { PortalTarget } from '../../../ui/portal-target.tsx';
import { PreferencesBar } from '../../../ui/preferences/preferences-bar.tsx';
import { Buttons } from '../sections/buttons.tsx';
import { Data } from '../sections/data.tsx';
import { Fields } from '../sections/fields.tsx';
import { Foundations } from '../sections/foundations.tsx';
import { Lists } from '../sections/lists.tsx';
import { Objects } from '../sections/objects.tsx';
import { Overlays } from '../sections/overlays.tsx';
import { States } from '../sections/states.tsx';
import styles from './components-screen.module.css';

const sections: Readonly<Record<string, ComponentType>> = {
  Foundations,
  Buttons,
  Fields,
  Data,
  Lists,
  Objects,
  States,
  Overlays,
};

/** A page with the parts of the design system; each section is an anchor. */
export function ComponentsScreen() {
  return (
    <main className={styles.page}>
      <PageHeader title="Components" state="Every part of the console in every state" actions={<PreferencesBar />} />
      {Object.entries(sections).map(([name, Section]) => (
        <section key={name} id={name.toLowerCase()} aria-label={name} className={styles.section}>
          <h2 className={styles.heading}>{name}</h2>
          <Section />
        </section>
      ))}
      <PortalTarget />
    </main>
  );
}
