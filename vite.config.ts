import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [react()],
  // the style target is newer than the script's, so that light-dark() stays as it is
  build: { outDir: 'dist', target: 'es2023', cssTarget: ['chrome125', 'firefox125', 'safari18'], chunkSizeWarningLimit: 800 },
  server: { proxy: { '/api': 'http://127.0.0.1:4000', '/api-public': 'http://127.0.0.1:4000' } },
})
