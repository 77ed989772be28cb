import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** The file that takes by far the longest; begun last, it would keep everybody waiting. */
const LONGEST = "tests/faults/money.test.ts";

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLongest = ({ moduleId }: TestSpecification) => moduleId.endsWith(LONGEST);
    return [...sorted.filter(isLongest), ...sorted.filter((file) => !isLongest(file))];
  }
}

export default defineConfig({
  test: {
    include: ["{build,schemas,pwa,sync-server,tests}/**/*.test.ts"],
    exclude: ["tests/browser/**"],
    globalSetup: "tests/support/template.ts",
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Most tests wait for ledgers to close more than they compute.
    maxWorkers: 4,
    sequence: { sequencer: LongestFirst },
  },
});
