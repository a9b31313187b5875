import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { common, treeshake } from './vite-common.ts';

/** Where the edge listens while its pages are developed; `GATEWARDEN_EDGE_URL` says otherwise. */
const edge = process.env.GATEWARDEN_EDGE_URL ?? 'http://127.0.0.1:8080';
const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The pages for people who are not signed in, which an edge serves without the console. */
export default defineConfig({
  ...common,
  root: at('edge'),
  publicDir: at('public'),
  build: { ...common.build, outDir: at('edge/dist'), rolldownOptions: { treeshake } },
  server: { proxy: { '/api': edge } },
});
