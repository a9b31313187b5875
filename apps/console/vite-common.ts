import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import type { Plugin, UserConfig } from 'vite';

/**
 * Components of Mantine that others have as members (`Menu.Sub`), so that they are loaded with these: 5 kB of each page. A
 * use of one in the console fails the build.
 */
const unusedParts = [
  ...['ActionIcon.Group', 'ActionIcon.GroupSection', 'Button.Group', 'Button.GroupSection', 'Checkbox.Indicator'],
  ...['Menu.CheckboxGroup', 'Menu.CheckboxItem', 'Menu.ContextMenu', 'Menu.Search', 'Menu.Sub', 'Menu.SubDropdown'],
  ...['Menu.SubItem', 'Menu.SubTarget', 'Popover.ContextMenu', 'Tooltip.Floating'],
];

/** What the builds of the console and of the pages of the edge have in common. */
export const common = {
  base: '/',
  resolve: {
    alias: [
      { find: /^zod$/, replacement: source('lib/zod.ts') },
      { find: /^.*\/ScrollArea\/ScrollArea\.mjs$/, replacement: source('ui/theme/scroll-area.tsx') },
      { find: /^react-remove-scroll$/, replacement: source('ui/theme/remove-scroll.tsx') },
    ],
  },
  plugins: [react(), withoutJsonSchema(), withoutUnusedParts(), compressed()],
  build: {
    target: 'es2023',
    emptyOutDir: true,
    // Everything comes from 'self': no data: URL has to be allowed for scripts, styles or fonts.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 700,
  },
} satisfies UserConfig;

/** Schemas that no screen uses are left out, although making one is a call. */
export const treeshake = {
  manualPureFunctions: ['z', 'endpoint', 'edgeEndpoint', 'documented', 'documentedAs', 'settingsSection'],
};

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
