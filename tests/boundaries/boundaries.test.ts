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
  ["an endpoint to Node", "schemas/endpoints/a.ts", 'import { x } from "node:fs";'],
  ["an endpoint upwards", "schemas/endpoints/a.ts", 'import { x } from "../money.ts";'],
  ["PWA to the server", "pwa/send/a.ts", 'import { x } from "#server/wallet/index.ts";'],
  ["PWA to Node", "pwa/send/a.ts", 'import { x } from "node:fs";'],
  ["a PWA feature upwards", "pwa/send/a.ts", 'import { x } from "../contacts/list.ts";'],
  ["a PWA feature to app/", "pwa/send/a.ts", 'import { x } from "#pwa/app/router.tsx";'],
  ["PWA to tests", "pwa/send/a.ts", 'import { x } from "#tests/support/app.ts";'],
  ["ui to a feature", "pwa/ui/a.tsx", 'import { x } from "#pwa/send/rules.ts";'],
  ["ui to platform", "pwa/ui/a.tsx", 'import { x } from "#pwa/platform/device/clock.ts";'],
  ["PWA platform to a feature", "pwa/platform/sync/a.ts", 'import { x } from "#pwa/send/rules.ts";'],
  ["PWA platform to ui", "pwa/platform/sync/a.ts", 'import { x } from "#pwa/ui/button.tsx";'],
  ["server to the PWA", "sync-server/wallet/a.ts", 'import { x } from "#pwa/send/rules.ts";'],
  ["server to tests", "sync-server/auth/a.ts", 'import { x } from "#tests/support/app.ts";'],
  ["a server feature into another", "sync-server/auth/a.ts", 'import { x } from "#server/settings/store.ts";'],
  ["a server feature upwards", "sync-server/auth/a.ts", 'import { x } from "../settings/store.ts";'],
  ["server platform to a feature", "sync-server/platform/http/a.ts", 'import { x } from "#server/auth/index.ts";'],
  ["a feature to the vault", "sync-server/auth/a.ts", 'import { x } from "#server/platform/vault/vault.ts";'],
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
  ["custody into another feature", "sync-server/custody/a.ts", 'import { x } from "#server/wallet/money.ts";'],
  ["the environment in custody's jobs", "sync-server/custody/a.ts", 'const x = process.env["PORT"];'],
  ["embedded to the server", "sync-server/embedded/mongo/a.ts", 'import { x } from "#server/platform/db/database.ts";'],
  ["embedded to other schemas", "sync-server/embedded/mongo/a.ts", 'import { x } from "#schemas/wallet.ts";'],
  ["a raw clock on the server", "sync-server/auth/a.ts", "const x = Date.now();"],
  ["a raw clock in the PWA", "pwa/send/a.ts", "const x = Date.now();"],
  ["raw storage in the PWA", "pwa/send/a.ts", 'const x = localStorage.getItem("x");'],
  ["the environment outside config.ts", "sync-server/auth/a.ts", 'const x = process.env["PORT"];'],
  ["an exit outside main.ts", "sync-server/auth/a.ts", "const x = process.exit(1);"],
];

/** The other side of the coin: the same rules must let these through. */
const ALLOWED: readonly (readonly [file: string, line: string])[] = [
  ["pwa/send/a.ts", 'import { x } from "#schemas/money.ts";'],
  ["schemas/endpoints/a.ts", 'import { x } from "#schemas/money.ts";'],
  ["pwa/send/a.ts", 'import { x } from "#pwa/platform/api/call.ts";'],
  ["pwa/send/a.ts", 'import { x } from "#pwa/ui/button.tsx";'],
  ["pwa/app/a.tsx", 'import { x } from "#pwa/send/send-screen.tsx";'],
  ["sync-server/auth/a.ts", 'import { x } from "#server/platform/http/route.ts";'],
  ["sync-server/auth/a.ts", 'import { x } from "#server/users/index.ts";'],
  ["sync-server/wallet/a.ts", 'import { x } from "#server/platform/vault/vault.ts";'],
  ["sync-server/custody/a.ts", 'import { x } from "#server/platform/vault/vault.ts";'],
  ["sync-server/custody/cli/a.ts", 'import { x } from "#server/config.ts";'],
  ["sync-server/platform/submissions/a.ts", 'import { x } from "#server/platform/vault/vault.ts";'],
  ["sync-server/embedded/stellar/a.ts", 'import { x } from "#schemas/money.ts";'],
  ["tests/browser/a.ts", 'import { x } from "#server/app.ts";'],
];

let folder = "";

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "boundaries-"));
  await cp(join(ROOT, ".oxlintrc.json"), join(folder, ".oxlintrc.json"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Lints one planted line and answers with the names of the rules it broke. */
async function lint(file: string, line: string): Promise<string> {
  const path = join(folder, file);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, `${line}\nexport const y = x;\n`);
  const oxlint = join(ROOT, "node_modules/oxlint/bin/oxlint");
  const output = await new Promise<string>((done) => {
    execFile(process.execPath, [oxlint, "--format=unix", file], { cwd: folder }, (_error, stdout) => done(stdout));
  });
  await rm(path);
  return output;
}

test.each(FORBIDDEN)("the linter rejects %s", async (_direction, file, line) => {
  expect(await lint(file, line)).toMatch(/no-restricted-(imports|properties|globals)/);
});

test.each(ALLOWED)("the linter allows %s: %s", async (file, line) => {
  expect(await lint(file, line)).not.toMatch(/no-restricted/);
});
