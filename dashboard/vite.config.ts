import { defineConfig } from 'vite'

export default defineConfig({
  root: import.meta.dirname,
  // The parts are named by their content, so that browsers may keep them for ever.
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    assetsDir: 'assets',
    // The policy of the pages allows files of the service only: nothing inline, no data addresses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // `light-dark()`, `<dialog>` and `:has()`: all browsers since 2024.
    target: ['chrome123', 'firefox121', 'safari17.5'],
    reportCompressedSize: false,
  },
  logLevel: 'warn',
})
