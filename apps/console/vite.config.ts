import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** Where core listens while the console is developed; `GATEWARDEN_URL` says otherwise. */
const core = process.env.GATEWARDEN_URL ?? 'http://127.0.0.1:8000';

/**
 * Components of Mantine that others have as members (`Menu.Sub`), so that they are loaded with these: 5 kB of each page. A
 * use of one in the console fails the build.
 */
const unusedParts = [
  ...['ActionIcon.Group', 'ActionIcon.GroupSection', 'Button.Group', 'Button.GroupSection', 'Checkbox.Indicator'],
  ...['Menu.CheckboxGroup', 'Menu.CheckboxItem', 'Menu.ContextMenu', 'Menu.Search', 'Menu.Sub', 'Menu.SubDropdown'],
  ...['Menu.SubItem', 'Menu.SubTarget', 'Popover.ContextMenu', 'Tooltip.Floating'],
];

export default defineConfig({
  base: '/',
  resolve: {
    alias: [
      { find: /^zod$/, replacement: source('lib/zod.ts') },
      { find: /^.*\/ScrollArea\/ScrollArea\.mjs$/, replacement: source('ui/theme/scroll-area.tsx') },
      { find: /^react-remove-scroll$/, replacement: source('ui/theme/remove-scroll.tsx') },
    ],
  },
  plugins: [react(), withoutJsonSchema(), withoutUnusedParts(), entryAfterFirstPaint(), pageOfSessions(), compressed()],
  build: {
    target: 'es2023',
    outDir: 'dist',
    emptyOutDir: true,
    // Everything comes from 'self': no data: URL has to be allowed for scripts, styles or fonts.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      // Schemas that no screen uses are left out, although making one is a call.
      treeshake: { manualPureFunctions: ['z', 'endpoint', 'documented', 'documentedAs', 'settingsSection'] },
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

function source(path: string): string {
  return fileURLToPath(new URL(`src/${path}`, import.meta.url));
}

/**
 * The console checks input with the contract's schemas and never describes them, so the part of Zod that makes JSON
 * Schema of them stays out: 5 kB of each page with a form.
 */
function withoutJsonSchema(): Plugin {
  return {
    name: 'without-json-schema',
    apply: 'build',
    load(id) {
      if (!/\/zod\/v4\/core\/(to-json-schema|json-schema-processors)\.js$/.test(id)) return null;
      const names = readFileSync(id, 'utf8').matchAll(/^export (?:const|function|class) (\w+)/gm);
      return Array.from(names, ([, name]) => `export const ${name} = () => undefined;`).join('\n');
    },
  };
}

function withoutUnusedParts(): Plugin {
  const files = new Set(unusedParts.map((part) => part.replace('.', '')));
  const use = new RegExp(`(?<![\\w.])(${unusedParts.join('|').replaceAll('.', '\\.')})\\b`);
  return {
    name: 'without-unused-parts',
    apply: 'build',
    load(id) {
      const [, part = ''] = id.match(/\/@mantine\/core\/esm\/components\/.*\/(\w+)\.mjs$/) ?? [];
      return files.has(part) ? `export const ${part} = undefined;` : null;
    },
    transform(_code, id) {
      if (!id.includes('/apps/console/src/')) return;
      const [, part] = readFileSync(id.replace(/\?.*$/, ''), 'utf8').match(use) ?? [];
      if (part) this.error(`${part} is left out of the build: remove it from unusedParts in vite.config.ts`);
    },
  };
}

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

/** Beside each file of text its compressed forms, which core serves as they are: packed once, and better than on the way. */
function compressed(): Plugin {
  // The highest level takes two seconds more, for six percent less on every slow network.
  const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
  return {
    name: 'compressed',
    apply: 'build',
    writeBundle({ dir = '' }, bundle) {
      // of the files that are copied, only the logo of sign-in is long
      const files = [...Object.keys(bundle).filter((file) => /\.(js|css)$/.test(file)), 'svg/gatewarden-logo.svg'];
      for (const name of files) {
        const path = join(dir, name);
        const content = readFileSync(path);
        writeFileSync(`${path}.br`, brotliCompressSync(content, brotli));
        writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }));
      }
    },
  };
}
