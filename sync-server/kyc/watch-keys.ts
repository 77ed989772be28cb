import { hostname } from "node:os";
import { openIssue, resolveIssue } from "#server/platform/issues/issues.ts";
import { type Loop, startLoop } from "#server/platform/jobs/loop.ts";
import type { KeptKeys } from "#server/platform/secrets/erasable-files.ts";
import { issueSaid } from "#server/platform/words/issue-sentences.ts";
import { type IdentityDeps, picturesOf } from "./pictures.ts";

const PAUSE_MS = 10 * 60 * 1000;
const FAILURE_PAUSE_MS = 60_000;
const NAMED = 3;

/**
 * Looks now and then, in every process, whether it has the keys of all pictures: one that lacks some has a folder of its own, or that
 * folder was lost.
 */
export function startWatchingKeys(deps: IdentityDeps): Loop {
  return startLoop({
    name: "identity-keys",
    log: deps.runtime.log,
    failurePauseMs: FAILURE_PAUSE_MS,
    run: async () => {
      await tellMissingKeys(deps);
      return PAUSE_MS;
    },
  });
}

/** Opens an issue where keys of pictures are not in this process's folder, and closes it once they are; one for each folder of a host. */
export async function tellMissingKeys({ runtime, files }: IdentityDeps, host = hostname()): Promise<void> {
  const folder = runtime.config.identity.erasureKeysDir;
  const cause = { checkId: "erasure-keys", subject: `${host} ${folder}` };
  const count = await countMissing({ runtime, files });
  if (count === 0) return resolveIssue(runtime, cause);
  await openIssue(runtime, {
    type: "identity",
    ...cause,
    title: issueSaid("issue.erasure-keys"),
    description: issueSaid("issue.erasure-keys.means", { count, folder, host }),
    severity: "error",
    metadata: { count, folder, host },
  });
}

/** A key is there before its picture's row is, and the row says so before the key goes: so the rows are asked first, and once more. */
async function countMissing({ runtime, files }: Pick<IdentityDeps, "runtime" | "files">): Promise<number> {
  const pictures = picturesOf(runtime.database);
  const kept = { isErased: false, removedAt: null };
  const rows = await pictures.find(kept, { projection: { _id: 1 } }).toArray();
  const { names } = await files.kept();
  const missing = rows.map(({ _id }) => _id).filter((name) => !names.has(name));
  return missing.length === 0 ? 0 : pictures.countDocuments({ ...kept, _id: { $in: missing } });
}

/** Opens an issue where it cannot be read when keys are to be destroyed, and closes it once it can. */
export async function tellUnreadDays(
  { runtime }: Pick<IdentityDeps, "runtime">,
  { unread }: Pick<KeptKeys, "unread">,
): Promise<void> {
  const checkId = "erasure-days";
  if (unread.length === 0) return resolveIssue(runtime, checkId);
  const names = unread
    .slice(0, NAMED)
    .map((name) => `${name}.day`)
    .join(", ");
  await openIssue(runtime, {
    type: "identity",
    checkId,
    title: issueSaid("issue.erasure-day"),
    description: issueSaid("issue.erasure-day.means", { count: unread.length, names }),
    severity: "warning",
    metadata: { unread: unread.length },
  });
}
