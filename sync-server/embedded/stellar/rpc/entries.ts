import { xdr } from "@stellar/stellar-sdk";
import * as v from "valibot";
import { keyOf } from "#server/embedded/stellar/ledger/keys.ts";
import type { RpcContext } from "./context.ts";
import { base64 } from "./context.ts";
import { invalidParams } from "./errors.ts";

const MAX_KEYS = 200;
const Params = v.object({ keys: v.array(v.string()), xdrFormat: v.optional(v.picklist(["", "base64"])) });

/** Entries as they are in the last closed ledger; those that do not exist are left out. */
export function getLedgerEntries(context: RpcContext, params: unknown): object {
  const parsed = v.safeParse(Params, params);
  if (!parsed.success) throw invalidParams("keys must be a list of base64 ledger keys");
  const { keys } = parsed.output;
  if (keys.length > MAX_KEYS) throw invalidParams(`key count (${keys.length}) exceeds maximum supported (${MAX_KEYS})`);
  const entries = keys.flatMap((text) => {
    const key = readKey(text);
    const name = keyOf(key);
    const entry = name === undefined ? undefined : context.network.chain.state.peek(name);
    if (!entry) return [];
    return [
      {
        key: base64(xdr.LedgerKey.schema.encode(key)),
        xdr: base64(xdr.LedgerEntryData.schema.encode(entry.data)),
        lastModifiedLedgerSeq: entry.lastModifiedLedgerSeq,
        extXdr: base64(xdr.LedgerEntryExt.schema.encode(entry.ext)),
      },
    ];
  });
  return { entries, latestLedger: context.latest().seq };
}

function readKey(text: string) {
  try {
    return xdr.LedgerKey.schema.decode(Buffer.from(text, "base64"));
  } catch {
    throw invalidParams(`cannot unmarshal key value ${text}`);
  }
}
