import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig, type Plugin } from 'vite';
import { common, treeshake } from './vite-common.ts';

/** Where core listens while the console is developed; `GATEWARDEN_URL` says otherwise. */
const core = process.env.GATEWARDEN_URL ?? 'http://127.0.0.1:8000';

export default defineConfig({
  ...common,
  plugins: [...common.plugins, entryAfterFirstPaint(), pageOfSessions()],
  build: {
    ...common.build,
    outDir: 'dist',
    rolldownOptions: {
      treeshake,
      output: {
        codeSplitting: {
          groups: [
            // What every page needs comes as one file: it packs better than forty, and is asked for once.
            { name: 'frame', tags: ['$initial'], priority: 2 },
            // As another, for the same reasons, what every page but sign-in needs.
            { name: 'console', test: /\/src\/app\/(create-console|shell\/signed-in-frame)\.tsx$/, priority: 1 },
            {
              name: 'tables',
              test: /\/src\/ui\/table\/(?!column\.|measured|time-cell|windowed-cards)/,
              includeDependenciesRecursively: false,
            },
            {
              name: 'virtual',
              test: /\/node_modules\/@tanstack\/(react-)?virtual/,
              includeDependenciesRecursively: false,
            },
            // Forms: on many screens, but on none of those that people look at all day. Fields that bring much along stay out.
            {
              name: 'forms',
              test: /\/node_modules\/react-hook-form\/|\/src\/ui\/form\/(?!field-notes|multi|number|password|pick|select|switch|tag-list)/,
              minShareCount: 3,
              includeDependenciesRecursively: false,
            },
            // What checks forms: loaded with a dialog, or at the first change of a form that its page shows at once.
            {
              name: 'schemas',
              test: /\/node_modules\/(@hookform|zod)\/|\/src\/lib\/zod|\/packages\/contract\/src\/(?!live|browser-name|[\w-]+\.names)/,
              minShareCount: 3,
              includeDependenciesRecursively: false,
            },
            // On a third of the screens, which would make it part of the last group.
            {
              name: 'selects',
              test: /\/@mantine\/core\/esm\/components\/Combobox\/(?!use-pills)/,
              minShareCount: 3,
              includeDependenciesRecursively: false,
            },
            {
              name: 'segments',
              test: /\/@mantine\/core\/esm\/components\/(FloatingIndicator|SegmentedControl)\//,
              minShareCount: 3,
              includeDependenciesRecursively: false,
            },
            {
              name: 'addresses',
              test: /\/packages\/net\/src\//,
              minShareCount: 3,
              includeDependenciesRecursively: false,
            },
            // What most screens share comes as another, for the same reasons; sign-in does without it.
            {
              name: 'shared',
              // without what only pages with fields need
              test: /^(?!.*(\/src\/ui\/form\/|\/src\/features\/devices\/|\/components\/(Checkbox|Combobox|Pill|PillsInput|Select|Switch)\/|\/InlineInput\/))/,
              minShareCount: 9,
            },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': core } },
});

/** What stands in the page is painted before the code of the console takes the line: styles and logo come first. */
function entryAfterFirstPaint(): Plugin {
  return {
    name: 'entry-after-first-paint',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html) => html.replace('<script type="module"', '<script type="module" fetchpriority="low"'),
    },
  };
}

/**
 * Beside the page a copy that core serves to browsers with a session: it asks for the code of the console with the first
 * file instead of after it.
 */
function pageOfSessions(): Plugin {
  return {
    name: 'page-of-sessions',
    apply: 'build',
    writeBundle({ dir = '' }, bundle) {
      const chunk = Object.values(bundle).find((file) => file.type === 'chunk' && file.name === 'console');
      if (chunk?.type !== 'chunk') return this.error('the build has no file "console"');
      const styles = [...(chunk.viteMetadata?.importedCss ?? [])];
      const links = [
        `<link rel="modulepreload" crossorigin fetchpriority="low" href="/${chunk.fileName}" />`,
        ...styles.map((path) => `<link rel="preload" as="style" crossorigin fetchpriority="low" href="/${path}" />`),
      ];
      const html = readFileSync(join(dir, 'index.html'), 'utf8');
      writeFileSync(join(dir, 'session.html'), html.replace('</head>', `  ${links.join('\n    ')}\n  </head>`));
    },
  };
}
