import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";

const ROOT = resolve(import.meta.dirname, "../..");

/** Each direction that the architecture forbids: the file that would go against it, and its line. */
const FORBIDDEN: readonly (readonly [direction: string, file: string, line: string])[] = [
  ["schemas to the server", "schemas/a.ts", 'import { x } from "#server/platform/http/route.ts";'],
  ["schemas to the PWA", "schemas/a.ts", 'import { x } from "#pwa/ui/button.tsx";'],
  ["schemas to Node", "schemas/a.ts", 'import { x } from "node:fs";'],
  ["schemas to React", "schemas/a.ts", 'import { x } from "react";'],
  ["schemas upwards", "schemas/a.ts", 'import { x } from "../pwa/main.tsx";'],
  ["an endpoint to the server", "schemas/endpoints/a.ts", 'import { x } from "#server/platform/http/route.ts";'],
  ["content to the app", "schemas/content/a.ts", 'import { x } from "#pwa/ui/button.tsx";'],
  ["an endpoint to Node", "schemas/endpoints/a.ts", 'import { x } from "node:fs";'],
  ["an endpoint upwards", "schemas/endpoints/a.ts", 'import { x } from "../money.ts";'],
  ["PWA to the server", "pwa/send/a.ts", 'import { x } from "#server/wallet/index.ts";'],
  ["PWA to Node", "pwa/send/a.ts", 'import { x } from "node:fs";'],
  ["a PWA feature upwards", "pwa/send/a.ts", 'import { x } from "../contacts/list.ts";'],
  ["a PWA feature to app/", "pwa/send/a.ts", 'import { x } from "#pwa/app/router.tsx";'],
  ["a PWA feature into another", "pwa/send/a.ts", 'import { x } from "#pwa/multisig/sign-here.tsx";'],
  ["a PWA feature into another, later", "pwa/send/a.ts", 'const x = import("#pwa/multisig/sign-here.tsx");'],
  ["a PWA feature into another, of a type", "pwa/send/a.ts", 'import type { x } from "#pwa/multisig/words.ts";'],
  ["a PWA feature to the old screens", "pwa/send/a.ts", 'import { x } from "#pwa/old/plain-parts.tsx";'],
  ["a feature into the operators' screens", "pwa/send/a.ts", 'import { x } from "#pwa/console/desk/may.ts";'],
  ["a tab of the console into another", "pwa/console/fees/a.ts", 'import { x } from "#pwa/console/books/a.ts";'],
  ["the console into a feature", "pwa/console/fees/a.ts", 'import { x } from "#pwa/multisig/sign-here.tsx";'],
  ["the console to app/", "pwa/console/fees/a.ts", 'import { x } from "#pwa/app/router.tsx";'],
  ["a feature's test into another feature", "pwa/send/a.test.ts", 'import { x } from "#pwa/multisig/words.ts";'],
  ["parts to a feature", "pwa/parts/session/a.ts", 'import { x } from "#pwa/notifications/push.ts";'],
  ["parts to a feature, later", "pwa/parts/session/a.ts", 'const x = import("#pwa/notifications/push.ts");'],
  ["parts to a feature's door", "pwa/parts/session/a.ts", 'import { x } from "#pwa/security/door.ts";'],
  ["parts to app/", "pwa/parts/session/a.ts", 'import { x } from "#pwa/app/router.tsx";'],
  ["parts upwards", "pwa/parts/session/a.ts", 'import { x } from "../theme/theme.ts";'],
  ["parts' test to a feature", "pwa/parts/session/a.test.ts", 'import { x } from "#pwa/security/door.ts";'],
  ["ui to parts", "pwa/ui/a.tsx", 'import { x } from "#pwa/parts/theme/theme.ts";'],
  ["PWA platform to parts", "pwa/platform/sync/a.ts", 'import { x } from "#pwa/parts/session/session.tsx";'],
  ["PWA to tests", "pwa/send/a.ts", 'import { x } from "#tests/support/app.ts";'],
  ["ui to a feature", "pwa/ui/a.tsx", 'import { x } from "#pwa/send/rules.ts";'],
  ["ui to platform", "pwa/ui/a.tsx", 'import { x } from "#pwa/platform/device/clock.ts";'],
  ["PWA platform to a feature", "pwa/platform/sync/a.ts", 'import { x } from "#pwa/send/rules.ts";'],
  ["PWA platform to ui", "pwa/platform/sync/a.ts", 'import { x } from "#pwa/ui/button.tsx";'],
  ["server to the PWA", "sync-server/wallet/a.ts", 'import { x } from "#pwa/send/rules.ts";'],
  ["server to tests", "sync-server/auth/a.ts", 'import { x } from "#tests/support/app.ts";'],
  ["a server feature into another", "sync-server/auth/a.ts", 'import { x } from "#server/settings/store.ts";'],
  ["a server feature upwards", "sync-server/auth/a.ts", 'import { x } from "../settings/store.ts";'],
  ["what is public to drafts", "sync-server/content/published/a.ts", 'import { x } from "../store.ts";'],
  [
    "what is public around to drafts",
    "sync-server/content/published/a.ts",
    'import { x } from "#server/content/store.ts";',
  ],
  ["accounts to a feature", "sync-server/platform/accounts/a.ts", 'import { x } from "#server/wallet/index.ts";'],
  ["server platform to a feature", "sync-server/platform/http/a.ts", 'import { x } from "#server/auth/index.ts";'],
  ["a feature to the vault", "sync-server/auth/a.ts", 'import { x } from "#server/platform/vault/vault.ts";'],
  ["the wallet to the vault", "sync-server/wallet/a.ts", 'import { x } from "#server/platform/vault/vault.ts";'],
  [
    "what opens it to a feature",
    "sync-server/wallet/a.ts",
    'import { x } from "#server/platform/vault/open-vault.ts";',
  ],
  ["money to the vault", "sync-server/platform/money/a.ts", 'import { x } from "#server/platform/vault/vault.ts";'],
  ["platform to the vault", "sync-server/platform/sync/a.ts", 'import { x } from "#server/platform/vault/vault.ts";'],
  [
    "a feature to an embedded server",
    "sync-server/wallet/a.ts",
    'import { x } from "#server/embedded/stellar/cli.ts";',
  ],
  [
    "the composition root to an embedded server",
    "sync-server/app.ts",
    'import { x } from "#server/embedded/mongo/cli.ts";',
  ],
  [
    "platform to an embedded server",
    "sync-server/platform/db/a.ts",
    'import { x } from "#server/embedded/mongo/cli.ts";',
  ],
  ["custody into another feature", "sync-server/custody/a.ts", 'import { x } from "#server/wallet/guard.ts";'],
  ["the environment in custody's jobs", "sync-server/custody/a.ts", 'const x = process.env["PORT"];'],
  ["embedded to the server", "sync-server/embedded/mongo/a.ts", 'import { x } from "#server/platform/db/database.ts";'],
  ["embedded to other schemas", "sync-server/embedded/mongo/a.ts", 'import { x } from "#schemas/wallet.ts";'],
  ["schemas to the build", "schemas/a.ts", 'import { x } from "#build/script-bounds.ts";'],
  ["PWA to the build", "pwa/send/a.ts", 'import { x } from "#build/script-bounds.ts";'],
  ["server to the build", "sync-server/auth/a.ts", 'import { x } from "#build/script-bounds.ts";'],
  ["the build to the PWA", "build/a.ts", 'import { x } from "#pwa/ui/button.tsx";'],
  ["the build to schemas", "build/a.ts", 'import { x } from "#schemas/endpoints.ts";'],
  ["the build to tests", "build/a.ts", 'import { x } from "#tests/support/app.ts";'],
  ["the build upwards", "build/a.ts", 'import { x } from "../vite.config.ts";'],
  ["a raw clock on the server", "sync-server/auth/a.ts", "const x = Date.now();"],
  ["a raw clock in the PWA", "pwa/send/a.ts", "const x = Date.now();"],
  ["raw storage in the PWA", "pwa/send/a.ts", 'const x = localStorage.getItem("x");'],
  ["the environment outside config.ts", "sync-server/auth/a.ts", 'const x = process.env["PORT"];'],
  ["a change stream that is waited for", "sync-server/auth/a.ts", "const x = await stream.tryNext();"],
  ["an exit outside main.ts", "sync-server/auth/a.ts", "const x = process.exit(1);"],
];

/** The other side of the coin: the same rules must let these through. */
const ALLOWED: readonly (readonly [file: string, line: string])[] = [
  ["pwa/send/a.ts", 'import { x } from "#schemas/values/money.ts";'],
  ["schemas/endpoints/a.ts", 'import { x } from "#schemas/values/money.ts";'],
  ["schemas/content/a.ts", 'import { x } from "#schemas/values/fields.ts";'],
  ["pwa/send/a.ts", 'import { x } from "#pwa/platform/api/call.ts";'],
  ["pwa/send/a.ts", 'import { x } from "#pwa/ui/button.tsx";'],
  ["pwa/send/a.ts", 'import { x } from "#pwa/parts/session/session.tsx";'],
  ["pwa/send/a.ts", 'import { x } from "#pwa/security/door.ts";'],
  ["pwa/send/a.ts", 'import { x } from "#pwa/trade/door.tsx";'],
  ["pwa/send/a.ts", 'import { x } from "./payment.ts";'],
  ["pwa/console/fees/a.tsx", 'import { x } from "#pwa/console/desk/may.ts";'],
  ["pwa/console/a.tsx", 'import { x } from "./fees/fees-tab.tsx";'],
  ["pwa/user-settings/a.test.ts", 'import { x } from "#pwa/send/check.fixture.ts";'],
  ["pwa/parts/session/a.ts", 'import { x } from "#pwa/parts/theme/theme.ts";'],
  ["pwa/parts/session/a.ts", 'import { x } from "#pwa/platform/device/storage.ts";'],
  ["pwa/parts/forms/a.tsx", 'import { x } from "#pwa/ui/button.tsx";'],
  ["pwa/app/a.tsx", 'import { x } from "#pwa/send/send-screen.tsx";'],
  ["pwa/sw.ts", 'import { x } from "#pwa/notifications/worker.ts";'],
  ["sync-server/auth/a.ts", 'import { x } from "#server/platform/http/route.ts";'],
  ["sync-server/auth/a.ts", 'import { x } from "#server/users/index.ts";'],
  ["sync-server/platform/accounts/a.ts", 'import { x } from "#server/platform/vault/vault.ts";'],
  ["sync-server/custody/a.ts", 'import { x } from "#server/platform/vault/vault.ts";'],
  ["sync-server/custody/cli/a.ts", 'import { x } from "#server/config.ts";'],
  ["sync-server/platform/submissions/a.ts", 'import { x } from "#server/platform/vault/vault.ts";'],
  ["sync-server/embedded/stellar/a.ts", 'import { x } from "#schemas/values/money.ts";'],
  ["tests/browser/a.ts", 'import { x } from "#server/app.ts";'],
  ["tests/bench/a.ts", 'import { x } from "#build/script-bounds.ts";'],
  ["build/a.ts", 'import { x } from "./script-bounds.ts";'],
];

let folder = "";
/** Of each planted line, what the linter says of it. */
let said: ReadonlyMap<string, string>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "boundaries-"));
  await cp(join(ROOT, ".oxlintrc.json"), join(folder, ".oxlintrc.json"));
  said = await lintAll();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Plants a file in the folder that is linted. */
async function plant(file: string, text: string): Promise<void> {
  const path = join(folder, file);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}

/** Many lines may be for one place: each has a file of its own there, by whose name no rule goes. */
function placeOf(file: string, at: number): string {
  return file.replace(/\/a(?=\.)/, `/a${at}`);
}

/** All lines in one run: the linter takes longer to begin than to read them. */
async function lintAll(): Promise<ReadonlyMap<string, string>> {
  const planted = [...FORBIDDEN.map(([, file, line]) => [file, line] as const), ...ALLOWED];
  const places = planted.map(([file], at) => placeOf(file, at));
  expect(new Set(places).size).toBe(planted.length);
  for (const [at, [, line]] of planted.entries()) await plant(places[at] ?? "", `${line}\nexport const y = x;\n`);
  const output = await lintFiles(places);
  for (const place of places) await rm(join(folder, place));
  const linesOf = (place: string) => output.split("\n").filter((each) => each.includes(`${place}:`));
  return new Map(planted.map(([file, line], at) => [`${file} ${line}`, linesOf(places[at] ?? "").join("\n")]));
}

function lintFiles(files: readonly string[]): Promise<string> {
  const oxlint = join(ROOT, "node_modules/oxlint/bin/oxlint");
  return new Promise((done) => {
    execFile(process.execPath, [oxlint, "--format=unix", ...files], { cwd: folder }, (_error, stdout) => done(stdout));
  });
}

test.each(FORBIDDEN)("the linter rejects %s", (_direction, file, line) => {
  expect(said.get(`${file} ${line}`)).toMatch(/no-restricted-(imports|properties|globals)/);
});

test.each(ALLOWED)("the linter allows %s: %s", (file, line) => {
  expect(said.get(`${file} ${line}`)).not.toMatch(/no-restricted/);
});

test.each([
  "pwa/parts/charts",
  "schemas",
  "sync-server/markets",
  "sync-server/embedded/mongo",
  "tests/support",
  "build",
])("the linter rejects types of %s that need each other", async (place) => {
  await plant(`${place}/one.ts`, 'import type { Two } from "./two.ts";\nexport interface One {\n  two: Two;\n}\n');
  await plant(`${place}/two.ts`, 'import type { One } from "./one.ts";\nexport interface Two {\n  one: One;\n}\n');
  expect(await lintFiles([`${place}/one.ts`])).toMatch(/no-cycle/);
});

test("the linter rejects a component that fits no screen", async () => {
  const lines = (count: number) => `export function Long() {\n${"  use();\n".repeat(count)}  return null;\n}\n`;
  await plant("pwa/send/long.tsx", lines(98));
  expect(await lintFiles(["pwa/send/long.tsx"])).toMatch(/max-lines-per-function/);
  await plant("pwa/send/long.tsx", lines(97));
  expect(await lintFiles(["pwa/send/long.tsx"])).not.toMatch(/max-lines-per-function/);
});
