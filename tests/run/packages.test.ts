import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as v from "valibot";
import { expect, test } from "vitest";
import { ownPackageProblems } from "./check-packages.ts";
import { LockFile, Manifest, packageProblems } from "./package-problems.ts";
import { writeSbom } from "./sbom.ts";

const integrity = "sha512-abc";
const manifest = (settings: object = {}) => v.parse(Manifest, settings);
const lock = (packages: object) => v.parse(LockFile, { packages });

test("nothing comes in that runs unlisted, from elsewhere, unchecked or in an open version", () => {
  expect(ownPackageProblems()).toEqual([]);
});

test.each([
  [{ integrity, hasInstallScript: true }, "a/b runs a script when it is installed and is not in allowScripts"],
  [{ integrity, name: "c", hasInstallScript: true }, "c runs a script when it is installed"],
  [
    { integrity, resolved: "https://registry.npmjs.org.evil.example/b.tgz" },
    "node_modules/a/b comes from https://regis",
  ],
  [{ integrity, resolved: "git+ssh://git@github.com/a/b.git#1" }, "node_modules/a/b comes from git+ssh"],
  [{ resolved: "file:../b", link: true }, "node_modules/a/b is a link"],
  [{}, "node_modules/a/b has no sha512 integrity"],
  [{ integrity: "sha1-abc" }, "node_modules/a/b has no sha512 integrity"],
])("a package that is locked as %j is refused", (locked, problem) => {
  const [found, ...further] = packageProblems(manifest(), lock({ "": {}, "node_modules/a/b": locked }));
  expect(found).toContain(problem);
  expect(further).toEqual([]);
});

test("what is listed may run, what came within another's archive is vouched for by that one", () => {
  const packages = {
    "node_modules/x": { integrity, hasInstallScript: true },
    "node_modules/x/node_modules/y": { inBundle: true },
  };
  expect(packageProblems(manifest({ allowScripts: { x: true } }), lock(packages))).toEqual([]);
  expect(packageProblems(manifest({ allowScripts: { x: false } }), lock(packages))).toHaveLength(1);
  expect(packageProblems(manifest({ allowScripts: { x: true, z: true } }), lock(packages))).toEqual([
    "z is in allowScripts of package.json and runs no script.",
  ]);
});

test.each(["^1.2.3", "latest", "*", "github:a/b", "1.x", "file:../b"])("%s is no exact version", (version) => {
  expect(packageProblems(manifest({ devDependencies: { b: version } }), lock({}))).toEqual([
    `b is asked for as ${version}, which is no exact version.`,
  ]);
});

const Sbom = v.object({
  bomFormat: v.literal("CycloneDX"),
  components: v.array(v.object({ name: v.string(), version: v.string(), purl: v.string() })),
});

test("npm run sbom writes a CycloneDX document with every direct dependency", { timeout: 180_000 }, async () => {
  const folder = await mkdtemp(join(tmpdir(), "astrolabe-sbom-"));
  try {
    const path = join(folder, "dist", "sbom.json");
    await writeSbom(path);
    const { components } = v.parse(Sbom, JSON.parse(await readFile(path, "utf8")));
    const listed = new Set(components.map(({ name, version }) => `${name}@${version}`));
    const { dependencies, devDependencies } = v.parse(Manifest, JSON.parse(await readFile("package.json", "utf8")));
    const direct = Object.entries({ ...dependencies, ...devDependencies });
    expect(direct.filter(([name, version]) => !listed.has(`${name}@${version}`))).toEqual([]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
