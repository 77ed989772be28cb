import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["{schemas,pwa,sync-server,tests}/**/*.test.ts"],
    exclude: ["tests/browser/**"],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
  },
});
