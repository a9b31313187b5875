import { readFileSync } from 'node:fs';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** Where core listens while the console is developed; `GATEWARDEN_URL` says otherwise. */
const core = process.env.GATEWARDEN_URL ?? 'http://127.0.0.1:8000';

export default defineConfig({
  base: '/',
  plugins: [react(), withoutJsonSchema()],
  build: {
    target: 'es2023',
    outDir: 'dist',
    emptyOutDir: true,
    // Everything comes from 'self': no data: URL has to be allowed for scripts, styles or fonts.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
  },
  server: { proxy: { '/api': core } },
});

/**
 * The console checks input with the contract's schemas and never describes them, so the part of Zod that makes JSON
 * Schema of them stays out: 5 kB of the 200 that a sign-in may cost.
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
