import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Where core listens while the console is developed; `GATEWARDEN_URL` says otherwise. */
const core = process.env.GATEWARDEN_URL ?? 'http://127.0.0.1:8000';

export default defineConfig({
  base: '/',
  plugins: [react()],
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
