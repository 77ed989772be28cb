import * as v from "valibot";
import { ConfigError } from "#server/config.ts";
import type { AuditHead } from "#server/platform/audit/audit-head.ts";
import { ANCHOR_NAME, readAnchor } from "./anchor.ts";

const PAGE = 200;
const TIMEOUT_MS = 20_000;

const Account = v.object({ data: v.record(v.string(), v.string()) });
const Operations = v.object({
  _embedded: v.object({
    records: v.array(
      v.looseObject({
        paging_token: v.string(),
        type: v.string(),
        transaction_successful: v.boolean(),
        name: v.optional(v.string()),
        value: v.optional(v.nullable(v.string())),
      }),
    ),
  }),
});

/** The ledger shows an anchor that nobody here made: whoever signed it has the account's key. */
export class StrangeAnchorError extends ConfigError {}

/**
 * Every anchor that the ledger shows of an account, oldest first: what its operations wrote, as far back as the node
 * remembers, and what stands there now. Throws ConfigError when no node answers, and StrangeAnchorError where a value is none of ours.
 */
export async function ledgerAnchors(horizonUrls: readonly string[], address: string): Promise<AuditHead[]> {
  const standing = await ask(horizonUrls, `/accounts/${address}`, Account);
  if (!standing) return [];
  const values: string[] = [];
  for (let cursor = ""; ;) {
    const path = `/accounts/${address}/operations?order=asc&limit=${PAGE}&cursor=${cursor}`;
    const records = (await ask(horizonUrls, path, Operations))?._embedded.records ?? [];
    for (const { type, transaction_successful: isDone, name, value } of records) {
      if (type === "manage_data" && isDone && name === ANCHOR_NAME && typeof value === "string") values.push(value);
    }
    const last = records.at(-1);
    if (!last || records.length < PAGE) break;
    cursor = last.paging_token;
  }
  const now = standing.data[ANCHOR_NAME];
  if (now !== undefined && values.at(-1) !== now) values.push(now);
  return values.map((value) => {
    const anchor = readAnchor(Buffer.from(value, "base64").toString());
    if (!anchor)
      throw new StrangeAnchorError(`The entry "${ANCHOR_NAME}" of ${address} holds what this server never wrote.`);
    return anchor;
  });
}

/** Null where the node knows of no such thing. */
async function ask<T>(urls: readonly string[], path: string, schema: v.GenericSchema<unknown, T>): Promise<T | null> {
  for (const url of urls) {
    const response = await fetch(`${url}${path}`, { signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(() => null);
    if (response?.status === 404) return null;
    const parsed = response?.ok ? v.safeParse(schema, await response.json().catch(() => null)) : null;
    if (parsed?.success) return parsed.output;
  }
  throw new ConfigError("STELLAR_HORIZON_URL names no node that answers, so the anchors cannot be compared.");
}
