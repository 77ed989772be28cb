import { defineConfig } from "vitest/config";
import { sentences } from "./build/sentences.ts";
import { IS_SHORT } from "./tests/support/short.ts";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Files that take a minute and more; begun last, one of them would keep everybody waiting. */
const LONGEST = [
  "tests/faults/money.test.ts",
  "tests/backup.test.ts",
  "tests/start.test.ts",
  "tests/stops/stops.test.ts",
  "tests/secrets.test.ts",
  "tests/sync/two-servers.test.ts",
  "tests/policy.test.ts",
  "tests/operators.test.ts",
  "tests/api-keys.test.ts",
];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const rank = ({ moduleId }: TestSpecification) => {
      const place = LONGEST.findIndex((file) => moduleId.endsWith(file));
      return place < 0 ? LONGEST.length : place;
    };
    return sorted.toSorted((one, other) => rank(one) - rank(other));
  }
}

const EVERY = {
  globalSetup: "tests/support/template.ts",
  setupFiles: "tests/support/english.ts",
  testTimeout: 60_000,
  hookTimeout: 60_000,
  // Instead of a second, which is not enough on a machine that does other things besides.
  expect: { poll: { timeout: 20_000 } },
};
const SERVER = ["{build,schemas,sync-server,tests}/**/*.test.ts"];
const APP = ["pwa/**/*.test.ts"];
/** What has a form of its own beside others that go the same ways: `npm run test:unit` runs it, `npm test` has no time for it. */
const LONG = [
  "sync-server/closing/way-out.test.ts",
  "sync-server/custody/{anchor,rewrap,rotate-signer}.test.ts",
  "sync-server/embedded/mongo/tests/{durability-backup,durability-full-disk,durability-streams,index-build}.test.ts",
  "sync-server/embedded/mongo/tests/{property,wire-messages}.test.ts",
  "sync-server/embedded/stellar/cli.test.ts",
  "sync-server/embedded/stellar/demo/kill.test.ts",
  "sync-server/platform/ingest/gap-long.test.ts",
  "tests/{api-examples-sent,operator-keys}.test.ts",
  "tests/attacks/{announced-closing,embedded-database,embedded-network,many-sockets,registration-flood}.test.ts",
  "tests/attacks/{sponsored-flood,twenty-thousand-contacts}.test.ts",
  "tests/faults/{content,identity-killed,monitoring,paused-server,pools,restored}.test.ts",
  "tests/faults/{mongo/crash,stellar/kill-under-load}.test.ts",
  "tests/market-making/{more-stops,owner-storm}.test.ts",
  "tests/listing/other-network.test.ts",
  "tests/lock/kill-at-each-step.test.ts",
  "tests/markets/{killed,rebuild-command,recorder}.test.ts",
  "tests/money/{disk-full,left-to-spend,trade-bad-days}.test.ts",
  "tests/money/{missed,restored,stake,trade}-crash-points.test.ts",
  "tests/soak/soak.test.ts",
  "tests/standing-orders/{once,payments-once,storm,trailing,two-prices}.test.ts",
];
const LEFT_OUT = IS_SHORT ? LONG : [];
/** What counts for a whole process and is tested as such, and what keeps or replaces things for all of a page. */
const ALONE = [
  "sync-server/users/passwords.test.ts",
  "tests/attacks/registration-flood.test.ts",
  "pwa/{app,install,lock,notifications}/**/*.test.ts",
  "pwa/platform/{db,device,rxdb,sync}/**/*.test.ts",
  "pwa/parts/{answers,confirming,session}/**/*.test.ts",
  "pwa/{admin,send,transactions}/**/*.test.ts",
];

export default defineConfig({
  plugins: [sentences()],
  test: {
    // Most tests wait for ledgers to close more than they compute.
    maxWorkers: 4,
    sequence: { sequencer: LongestFirst },
    // Loaded and warmed up once for each worker: a start of a process and of the server's code takes longer than most tests.
    projects: [
      { extends: true, test: { ...EVERY, name: "alone", include: ALONE, exclude: LEFT_OUT } },
      { extends: true, test: { ...EVERY, name: "app", include: APP, exclude: ALONE, isolate: false } },
      {
        extends: true,
        test: {
          ...EVERY,
          name: "server",
          include: SERVER,
          exclude: ["tests/browser/**", ...ALONE, ...LEFT_OUT],
          isolate: false,
        },
      },
    ],
  },
});
