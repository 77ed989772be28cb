import { mkdir, realpath, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";

/** As the build names them (`build/build-folder.ts`). */
const BUILDS = "builds";
const SERVED = "served";

/** A build that is served until it is let go. */
export interface HeldBuild {
  readonly folder: string;
  release(): Promise<void>;
}

/**
 * The build that `folder` leads to at present: a later one takes its place there, and this process goes on with the files that it
 * began with. Says beside them that they are in use, where it may write there; where it may not, nobody builds either.
 */
export async function holdBuild(folder: string): Promise<HeldBuild> {
  const real = await realpath(folder).catch(() => folder);
  const build = dirname(real);
  if (basename(dirname(build)) !== BUILDS) return { folder: real, release: () => Promise.resolve() };
  const mark = join(build, SERVED, String(process.pid));
  await mkdir(dirname(mark), { recursive: true })
    .then(() => writeFile(mark, ""))
    .catch(() => undefined);
  return { folder: real, release: () => rm(mark, { force: true }).catch(() => undefined) };
}
