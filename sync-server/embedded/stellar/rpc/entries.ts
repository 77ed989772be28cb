import { xdr } from "@stellar/stellar-sdk";
import type { LedgerEntryWire, LedgerKeyWire } from "@stellar/stellar-sdk/xdr";
import * as v from "valibot";
import { keyOf } from "#server/embedded/stellar/ledger/keys.ts";
import type { RpcContext } from "./context.ts";
import { base64 } from "./context.ts";
import { invalidParams } from "./errors.ts";
import { Format, wantsJson } from "./format.ts";

const MAX_KEYS = 200;
const Params = v.object({ keys: v.optional(v.array(v.string()), []), xdrFormat: Format });

/** Entries as they are in the last closed ledger; those that do not exist are left out. */
export function getLedgerEntries(context: RpcContext, params: unknown): object {
  const parsed = v.safeParse(Params, params);
  if (!parsed.success) throw invalidParams("keys must be a list of base64 ledger keys");
  const { keys, xdrFormat } = parsed.output;
  const json = wantsJson(xdrFormat);
  if (keys.length > MAX_KEYS) throw invalidParams(`key count (${keys.length}) exceeds maximum supported (${MAX_KEYS})`);
  const entries = keys.flatMap((text, index) => {
    const key = readKey(text, index);
    if (key.type === 9) throw invalidParams("ledger ttl entries cannot be queried directly");
    const name = keyOf(key);
    const entry = name === undefined ? undefined : context.view.state.peek(name);
    if (!entry) return [];
    return [
      {
        ...(json ? asJson(key, entry) : asXdr(key, entry)),
        lastModifiedLedgerSeq: entry.lastModifiedLedgerSeq,
      },
    ];
  });
  return { entries, latestLedger: context.view.last.seq };
}

function asXdr(key: LedgerKeyWire, { data, ext }: LedgerEntryWire): object {
  return {
    key: base64(xdr.LedgerKey.schema.encode(key)),
    xdr: base64(xdr.LedgerEntryData.schema.encode(data)),
    extXdr: base64(xdr.LedgerEntryExt.schema.encode(ext)),
  };
}

function asJson(key: LedgerKeyWire, { data, ext }: LedgerEntryWire): object {
  return {
    keyJson: xdr.LedgerKey.fromXdrObject(key).toJson(),
    dataJson: xdr.LedgerEntryData.fromXdrObject(data).toJson(),
    extJson: xdr.LedgerEntryExt.fromXdrObject(ext).toJson(),
  };
}

function readKey(text: string, index: number) {
  try {
    return xdr.LedgerKey.schema.decode(Buffer.from(text, "base64"));
  } catch {
    throw invalidParams(`cannot unmarshal key value ${text} at index ${index}`);
  }
}
