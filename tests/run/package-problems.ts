import * as v from "valibot";

const Versions = v.optional(v.record(v.string(), v.string()), {});

export const Manifest = v.object({
  dependencies: Versions,
  devDependencies: Versions,
  allowScripts: v.optional(v.record(v.string(), v.boolean()), {}),
});
export type Manifest = v.InferOutput<typeof Manifest>;

const Locked = v.object({
  name: v.optional(v.string()),
  link: v.optional(v.boolean(), false),
  resolved: v.optional(v.string()),
  integrity: v.optional(v.string()),
  hasInstallScript: v.optional(v.boolean(), false),
  /** Comes within another package's archive, which has an integrity of its own. */
  inBundle: v.optional(v.boolean(), false),
});
type Locked = v.InferOutput<typeof Locked>;

export const LockFile = v.object({ packages: v.record(v.string(), Locked) });
export type LockFile = v.InferOutput<typeof LockFile>;

const REGISTRY = "https://registry.npmjs.org/";
const EXACT = /^\d+\.\d+\.\d+(?:-[\w.]+)?$/;

/**
 * What speaks against installing what the lock file names, one sentence each: code that would run while installing without
 * being listed, an origin other than the public registry, an archive that nothing vouches for, a version left open.
 */
export function packageProblems(manifest: Manifest, { packages }: LockFile): string[] {
  const locked = Object.entries(packages).filter(([path]) => path !== "");
  const withScripts = new Set(
    locked.filter(([, { hasInstallScript }]) => hasInstallScript).map(([path, each]) => nameOf(path, each)),
  );
  const allowed = Object.entries(manifest.allowScripts).flatMap(([name, isAllowed]) => (isAllowed ? [name] : []));
  return [
    ...[...withScripts]
      .filter((name) => !allowed.includes(name))
      .map((name) => `${name} runs a script when it is installed and is not in allowScripts of package.json.`),
    ...allowed
      .filter((name) => !withScripts.has(name))
      .map((name) => `${name} is in allowScripts of package.json and runs no script.`),
    ...locked.flatMap(([path, each]) => originProblems(path, each)),
    ...Object.entries({ ...manifest.dependencies, ...manifest.devDependencies })
      .filter(([, version]) => !EXACT.test(version))
      .map(([name, version]) => `${name} is asked for as ${version}, which is no exact version.`),
  ];
}

function originProblems(path: string, { link, resolved, integrity, inBundle }: Locked): string[] {
  if (link) return [`${path} is a link and not a package.`];
  if (resolved !== undefined && !resolved.startsWith(REGISTRY)) return [`${path} comes from ${resolved}.`];
  if (!inBundle && integrity?.startsWith("sha512-") !== true)
    return [`${path} has no sha512 integrity in package-lock.json.`];
  return [];
}

/** An alias has a name of its own in the lock file; any other is called as its folder. */
function nameOf(path: string, { name }: Locked): string {
  return name ?? path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
}
